// oneDNN chooses how the elements of x, the kernel and y lie where it computes, unless the channels
// are neighbours in x and y: there it works in the caller's memory.
#include "cotan/runtime/kernels/blocked_conv.h"

#include "cotan/runtime/kernels/conv_forms.h"
#include "cotan/runtime/kernels/copy_steps.h"
#include "cotan/runtime/kernels/scratch.h"
#include "cotan/runtime/kernels/winograd.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/conv_in_blocks.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cotan {
namespace {

using onednn::processor;
using Memory = dnnl::memory;

/// A tensor in the caller's order and in oneDNN's, and how one becomes the other.
class Ordered {
public:
  Ordered(const ConvTensor &tensor, const Memory::desc &wanted, bool isResult)
      : given(tensor.desc(), processor(), nullptr), wanted(wanted, processor(), nullptr) {
    if (given.get_desc() != wanted)
      reorder = isResult ? dnnl::reorder(this->wanted, given) : dnnl::reorder(given, this->wanted);
  }
  const Memory &memory() const { return wanted; }
  size_t bytes() const { return reorder ? wanted.get_desc().get_size() : 0; }
  /// `room` is for as many bytes.
  void place(const float *elements, char *room) {
    auto *all = const_cast<float *>(elements);
    given.set_data_handle(all);
    wanted.set_data_handle(reorder ? static_cast<void *>(room) : all);
  }
  void fetch(dnnl::stream &stream) {
    if (reorder)
      reorder->execute(stream, given, wanted);
  }
  void bringBack(dnnl::stream &stream) {
    if (reorder)
      reorder->execute(stream, wanted, given);
  }

private:
  Memory given, wanted;
  std::optional<dnnl::reorder> reorder;
};

dnnl::primitive_attr withOurScratch() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

/// A primitive, and what it is called with: two operands, and the result.
struct Call {
  std::string name; // of the code
  dnnl::primitive primitive;
  std::array<int, 3> names;
  std::array<Ordered, 3> tensors;
  Memory scratch;
};

/// Channels last, oneDNN computes in the caller's memory, if there are no gaps.
Memory::desc wanted(const ConvForm &form, const ConvTensor &images) {
  const bool areLast = form.src.steps[1] == 1 && form.dst.steps[1] == 1;
  return areLast ? images.channelsLast().desc() : images.inAnyOrder();
}

dnnl::convolution_forward::primitive_desc forward(const ConvForm &form) {
  return {{dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct,
           wanted(form, form.src), form.weights.inAnyOrder(), wanted(form, form.dst), form.strides,
           form.dilates, form.low, form.high},
          withOurScratch(),
          processor()};
}

Call callForDst(const ConvForm &form) {
  const auto kind = forward(form);
  return {kind.impl_info_str(),
          dnnl::convolution_forward(kind),
          {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST},
          {Ordered(form.src, kind.src_desc(), false),
           Ordered(form.weights, kind.weights_desc(), false),
           Ordered(form.dst, kind.dst_desc(), true)},
          {kind.scratchpad_desc(), processor(), nullptr}};
}

Call callForSrc(const ConvForm &form) {
  const dnnl::convolution_backward_data::primitive_desc kind(
      {dnnl::algorithm::convolution_direct, wanted(form, form.src), form.weights.inAnyOrder(),
       wanted(form, form.dst), form.strides, form.dilates, form.low, form.high},
      withOurScratch(), processor(), forward(form));
  return {kind.impl_info_str(),
          dnnl::convolution_backward_data(kind),
          {DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC},
          {Ordered(form.dst, kind.diff_dst_desc(), false),
           Ordered(form.weights, kind.weights_desc(), false),
           Ordered(form.src, kind.diff_src_desc(), true)},
          {kind.scratchpad_desc(), processor(), nullptr}};
}

Call callForWeights(const ConvForm &form) {
  const dnnl::convolution_backward_weights::primitive_desc kind(
      {dnnl::algorithm::convolution_direct, wanted(form, form.src), form.weights.inAnyOrder(),
       wanted(form, form.dst), form.strides, form.dilates, form.low, form.high},
      withOurScratch(), processor(), forward(form));
  return {kind.impl_info_str(),
          dnnl::convolution_backward_weights(kind),
          {DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS},
          {Ordered(form.src, kind.src_desc(), false),
           Ordered(form.dst, kind.diff_dst_desc(), false),
           Ordered(form.weights, kind.diff_weights_desc(), true)},
          {kind.scratchpad_desc(), processor(), nullptr}};
}

Call callFor(const ConvForm &form) {
  if (form.kind == ConvForm::ofDst)
    return callForDst(form);
  return form.kind == ConvForm::ofSrc ? callForSrc(form) : callForWeights(form);
}

/// A convolution of this form, of whichever elements. All that oneDNN has is made here: it crashes
/// where it lacks memory for a tensor's description.
class Blocked {
public:
  explicit Blocked(const ConvForm &form) : call(callFor(form)), stream(processor()) {
    for (size_t i = 0; i < call.tensors.size(); ++i)
      arguments.emplace(call.names[i], call.tensors[i].memory());
    arguments.emplace(DNNL_ARG_SCRATCHPAD, call.scratch);
  }

  std::string_view name() const { return call.name; }
  void run(const float *x, const float *kernel, float *y) {
    auto &[left, right, result] = call.tensors;
    Scratch<char> memory;
    char *room = memory.take(roomOf(left.bytes()) + roomOf(right.bytes()) + roomOf(result.bytes()) +
                             call.scratch.get_desc().get_size());
    auto place = [&](Ordered &tensor, const float *elements) {
      tensor.place(elements, room);
      room += roomOf(tensor.bytes());
    };
    place(left, x);
    place(right, kernel);
    place(result, y);
    call.scratch.set_data_handle(room);
    left.fetch(stream);
    right.fetch(stream);
    call.primitive.execute(stream, arguments);
    result.bringBack(stream);
    stream.wait();
  }

private:
  static size_t roomOf(size_t bytes) { return (bytes + 63) / 64 * 64; }

  Call call;
  dnnl::stream stream;
  std::unordered_map<int, Memory> arguments;
};

/// Null if oneDNN has no code of its own for it: products of matrices are ours, too.
std::optional<Blocked> make(const ConvForm &form) {
  During making(Work::compiling); // oneDNN has locks
  try {
    Blocked made(form);
    const std::string_view name = made.name();
    return name.starts_with("jit") || name.starts_with("brgconv") ? std::optional(std::move(made))
                                                                  : std::nullopt;
  } catch (const dnnl::error &error) {
    if (error.status == dnnl_unimplemented || error.status == dnnl_invalid_arguments)
      return std::nullopt;
    throw std::bad_alloc(); // whatever it calls that
  }
}

/// The calling thread keeps what it made for forms it has met.
Blocked *blockedOf(const ConvForm &form) {
  constexpr size_t most = 256;
  static thread_local std::map<ConvForm, std::optional<Blocked>> kept;
  auto found = kept.find(form);
  if (found == kept.end()) {
    if (kept.size() == most)
      kept.clear();
    found = kept.try_emplace(form, make(form)).first;
  }
  return found->second ? &*found->second : nullptr;
}

double workOf(const Convolution &conv) {
  double work = double(conv.batch * conv.outputs * conv.places) * double(conv.summands());
  for (const SpatialAxis &axis : conv.axes)
    work /= double(axis.lhsDilation);
  return work;
}

/// One of so many parts, all of about the same size.
struct Cut {
  Cut(int64_t i, int64_t parts, int64_t all)
      : first(i * all / parts), count((i + 1) * all / parts - first) {}
  int64_t first, count;
};

/// A convolution that threads share.
class InParts {
public:
  InParts(const Convolution &conv, const ConvSteps &steps)
      : conv(conv), steps(steps), kind(formKindOf(conv)),
        whole{workOf(conv),
              isOfWeights() ? conv.inputs : conv.batch,
              isOfWeights() ? conv.axes[0].kernel : conv.axes[0].places,
              conv.featureGroups,
              conv.outputs / conv.featureGroups,
              double(conv.summands()),
              isOfWeights()} {}

  bool isFit() const {
    return conv.axes.size() <= 3 && conv.batchGroups == 1 && whole.isFit() && isKnown();
  }

  void run(const float *x, const float *kernel, float *y) const {
    const int64_t size = conv.batch * conv.outputs * conv.places;
    Scratch<float> sums;
    const int64_t ofOutputs = whole.partsOfOutputs(), count = whole.parts();
    const int64_t summands = isOfWeights() ? count / ofOutputs : 1;
    float *to = summands > 1 ? sums.take(summands * size) : y;
    runtime::parallelFor(count, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end && !mustStop(); ++i)
        runPart(partAt(i), x, kernel, to + (summands > 1 ? i / ofOutputs * size : 0));
    });
    if (summands > 1)
      sumUp(to, size, summands, y);
  }

private:
  bool isOfWeights() const { return kind == ConvForm::ofWeights; }
  ConvPart partAt(int64_t i) const {
    const int64_t ofOutputs = whole.partsOfOutputs(), ofRows = whole.partsOfRows();
    const Cut entries(i / ofOutputs / ofRows, whole.partsOfEntries(), whole.entries);
    const Cut rows(i / ofOutputs % ofRows, ofRows, whole.rows);
    const Cut outputs(i % ofOutputs, ofOutputs, conv.outputs);
    return {entries.first, entries.count, rows.first, rows.count, outputs.first, outputs.count};
  }

  /// All parts of the entries are as large as the first or the last.
  bool isKnown() const {
    onednn::OneThread scope;
    const int64_t ofEntry = whole.partsOfRows() * whole.partsOfOutputs();
    for (int64_t i = 0; i < ofEntry; ++i)
      for (int64_t part : {i, whole.parts() - ofEntry + i})
        if (auto found = convOf(partAt(part), kind, conv, steps); !found || !blockedOf(found->form))
          return false;
    return true;
  }

  void runPart(const ConvPart &part, const float *x, const float *kernel, float *to) const {
    onednn::OneThread scope;
    const ConvOfPart own = *convOf(part, kind, conv, steps);
    try {
      blockedOf(own.form)->run(x + own.x, kernel + own.kernel, to + own.y);
    } catch (const dnnl::error &) { // what fails is to get memory
      throw std::bad_alloc();
    }
  }

  /// Equally many parts are added to each other.
  static void sumUp(float *sums, int64_t size, int64_t parts, float *y) {
    for (int64_t step = 1; step < parts; step *= 2)
      for (int64_t part = 0; part + step < parts; part += 2 * step)
        for (int64_t i = 0; i < size; ++i)
          sums[part * size + i] += sums[(part + step) * size + i];
    std::copy_n(sums, size, y);
  }

  const Convolution &conv;
  const ConvSteps &steps;
  const ConvForm::Kind kind;
  const ConvInBlocks whole;
};

std::vector<int64_t> kernelSizes(const Convolution &conv) {
  std::vector<int64_t> sizes = {conv.outputs, conv.inputs};
  for (const SpatialAxis &axis : conv.axes)
    sizes.push_back(axis.kernel);
  return sizes;
}

/// The other way round along spatial axes, and without gaps.
void flip(const Convolution &conv, const float *kernel, std::vector<int64_t> steps, float *to) {
  const std::vector<int64_t> sizes = kernelSizes(conv);
  for (size_t axis = 2; axis < sizes.size(); ++axis) {
    kernel += (sizes[axis] - 1) * steps[axis];
    steps[axis] *= -1;
  }
  copySteps(sizes, kernel, steps, to, denseSteps(sizes));
}

/// Whether weights that are infinite may have met padding: 0 times infinity is NaN, but is no
/// summand. What there is less of is looked at: the weights, or the results, which are NaN then.
bool isSpoiled(const Convolution &conv, const float *kernel, const float *y) {
  const int64_t weights = conv.outputs * conv.summands();
  const int64_t results = conv.batch * conv.outputs * conv.places;
  return weights <= results ? !allFinite(kernel, weights) : !allFinite(y, results);
}

} // namespace

bool convolveInBlocks(const Convolution &conv, ConvSteps steps, const float *x, const float *kernel,
                      float *y) {
  if (conv.axes.empty() || conv.summands() == 0 || conv.xSize == 0)
    return false;
  if (convolveByWinograd(conv, steps, x, kernel, y))
    return true;
  const std::vector<int64_t> kernelSteps = steps.kernel;
  const bool isFlipped = formKindOf(conv) == ConvForm::ofSrc;
  if (isFlipped)
    steps.kernel = denseSteps(kernelSizes(conv));
  const InParts inParts(conv, steps);
  if (!inParts.isFit())
    return false;
  Scratch<float> flipped;
  const float *weights = kernel;
  if (isFlipped) {
    float *to = flipped.take(conv.outputs * conv.summands());
    flip(conv, kernel, kernelSteps, to);
    weights = to;
  }
  inParts.run(x, weights, y);
  return !isSpoiled(conv, kernel, y);
}

} // namespace cotan
