// A convolution whose kernel is as large as its x, as the derivative by a kernel is, is computed as
// one: oneDNN's "backward weights", in which x's channels are the batch.
#include "cotan/runtime/kernels/blocked_conv.h"

#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/kernels/onednn.h"
#include "cotan/runtime/kernels/scratch.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cotan {
namespace {

using onednn::processor;
using Memory = dnnl::memory;
using Sizes = Memory::dims;

constexpr int64_t workOfPart = 1 << 25;   // multiplications
constexpr int64_t manyParts = 16;         // from here on they may be larger
constexpr int64_t mostSummands = 1 << 15; // that are added one by one

/// What oneDNN is told of a tensor that the caller has.
struct Layout {
  Sizes sizes, steps;
  auto operator<=>(const Layout &) const = default;

  Memory::desc desc() const { return {sizes, Memory::data_type::f32, steps}; }
  Memory::desc inAnyOrder() const {
    return {sizes, Memory::data_type::f32, Memory::format_tag::any};
  }
};

/// A convolution in oneDNN's words.
struct Form {
  bool isOfWeights = false; // they are what is computed
  Layout src, weights, dst;
  Sizes strides, dilates, low, high;
  auto operator<=>(const Form &) const = default;
};

/// Whether it is the derivative by a kernel, rather than one with a kernel.
bool isOfWeights(const Convolution &conv) {
  return !conv.axes.empty() && conv.featureGroups == 1 &&
         conv.axes.back().kernel > 2 * conv.axes.back().places;
}

void addAxis(Layout &layout, int64_t size, int64_t step) {
  layout.sizes.push_back(size);
  layout.steps.push_back(step);
}

/// The spatial axes behind those that are there.
void addSpatial(Layout &layout, const Convolution &conv, int64_t SpatialAxis::*size) {
  const size_t first = layout.sizes.size();
  for (const SpatialAxis &axis : conv.axes)
    addAxis(layout, axis.*size, 1);
  for (size_t i = layout.sizes.size() - 1; i-- > first;)
    layout.steps[i] = layout.steps[i + 1] * layout.sizes[i + 1];
}

/// `parts` of the batch.
Form formForward(const Convolution &conv, int64_t parts) {
  Form form;
  addAxis(form.src, parts, conv.channels * conv.xSize);
  addAxis(form.src, conv.channels, conv.xSize);
  addAxis(form.dst, parts, conv.outputs * conv.places);
  addAxis(form.dst, conv.outputs, conv.places);
  const int64_t outputs = conv.outputs / conv.featureGroups;
  if (conv.featureGroups > 1)
    addAxis(form.weights, conv.featureGroups, outputs * conv.summands());
  addAxis(form.weights, outputs, conv.summands());
  addAxis(form.weights, conv.inputs, conv.kernelSize);
  return form;
}

/// `parts` of what is summed up: a batch, of which the kernel is the derivative's cotangent.
Form formOfWeights(const Convolution &conv, int64_t parts) {
  Form form;
  form.isOfWeights = true;
  addAxis(form.src, parts, conv.xSize);
  addAxis(form.src, conv.batch, conv.inputs * conv.xSize);
  addAxis(form.dst, parts, conv.kernelSize);
  addAxis(form.dst, conv.outputs, conv.summands());
  addAxis(form.weights, conv.outputs, conv.places);
  addAxis(form.weights, conv.batch, conv.outputs * conv.places);
  return form;
}

/// What moves along the spatial axes, and how. Where weights are computed, what they meet step by
/// step is the cotangent, and their own elements are as far apart as the places. False if oneDNN
/// cannot say how x is padded.
bool addSpatialAxes(Form &form, const Convolution &conv) {
  const auto [weights, dst] = form.isOfWeights
                                  ? std::pair(&SpatialAxis::places, &SpatialAxis::kernel)
                                  : std::pair(&SpatialAxis::kernel, &SpatialAxis::places);
  addSpatial(form.src, conv, &SpatialAxis::size);
  addSpatial(form.weights, conv, weights);
  addSpatial(form.dst, conv, dst);
  for (const SpatialAxis &axis : conv.axes) {
    const auto [stride, dilation] = form.isOfWeights ? std::pair(axis.rhsDilation, axis.stride)
                                                     : std::pair(axis.stride, axis.rhsDilation);
    const int64_t reach = (axis.*weights - 1) * dilation + 1;
    const int64_t high = (axis.*dst - 1) * stride + reach - axis.size - axis.low;
    if (axis.low < 0 || high + stride < 0)
      return false;
    form.strides.push_back(stride);
    form.dilates.push_back(dilation - 1);
    form.low.push_back(axis.low);
    form.high.push_back(high);
  }
  return true;
}

/// A tensor in the caller's order and in oneDNN's, and how one becomes the other.
class Ordered {
public:
  Ordered(const Layout &layout, const Memory::desc &wanted, bool isResult)
      : given(layout.desc(), processor(), nullptr), wanted(wanted, processor(), nullptr) {
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

/// A primitive, and what it is called with.
struct Call {
  std::string name; // of the code
  dnnl::primitive primitive;
  Ordered left, right, result;
  Memory scratch;
  int rightName, resultName;
};

dnnl::convolution_forward::primitive_desc forward(const Form &form) {
  return {{dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct,
           form.src.inAnyOrder(), form.weights.inAnyOrder(), form.dst.inAnyOrder(), form.strides,
           form.dilates, form.low, form.high},
          withOurScratch(),
          processor()};
}

Call callOfForward(const Form &form) {
  const auto kind = forward(form);
  return {kind.impl_info_str(),
          dnnl::convolution_forward(kind),
          {form.src, kind.src_desc(), false},
          {form.weights, kind.weights_desc(), false},
          {form.dst, kind.dst_desc(), true},
          {kind.scratchpad_desc(), processor(), nullptr},
          DNNL_ARG_WEIGHTS,
          DNNL_ARG_DST};
}

Call callOfWeights(const Form &form) {
  const dnnl::convolution_backward_weights::primitive_desc kind(
      {dnnl::algorithm::convolution_direct, form.src.inAnyOrder(), form.weights.inAnyOrder(),
       form.dst.inAnyOrder(), form.strides, form.dilates, form.low, form.high},
      withOurScratch(), processor(), forward(form));
  return {kind.impl_info_str(),
          dnnl::convolution_backward_weights(kind),
          {form.src, kind.src_desc(), false},
          {form.dst, kind.diff_dst_desc(), false},
          {form.weights, kind.diff_weights_desc(), true},
          {kind.scratchpad_desc(), processor(), nullptr},
          DNNL_ARG_DIFF_DST,
          DNNL_ARG_DIFF_WEIGHTS};
}

/// A convolution of this form, of whichever elements. All that oneDNN has is made here: it crashes
/// where it lacks memory for a tensor's description.
class Blocked {
public:
  explicit Blocked(const Form &form)
      : call(form.isOfWeights ? callOfWeights(form) : callOfForward(form)), stream(processor()),
        arguments({{DNNL_ARG_SRC, call.left.memory()},
                   {call.rightName, call.right.memory()},
                   {call.resultName, call.result.memory()},
                   {DNNL_ARG_SCRATCHPAD, call.scratch}}) {}

  std::string_view name() const { return call.name; }
  void run(const float *left, const float *right, float *result) {
    Scratch<char> memory;
    char *room = memory.take(roomOf(call.left.bytes()) + roomOf(call.right.bytes()) +
                             roomOf(call.result.bytes()) + call.scratch.get_desc().get_size());
    auto place = [&](Ordered &tensor, const float *elements) {
      tensor.place(elements, room);
      room += roomOf(tensor.bytes());
    };
    place(call.left, left);
    place(call.right, right);
    place(call.result, result);
    call.scratch.set_data_handle(room);
    call.left.fetch(stream);
    call.right.fetch(stream);
    call.primitive.execute(stream, arguments);
    call.result.bringBack(stream);
    stream.wait();
  }

private:
  static size_t roomOf(size_t bytes) { return (bytes + 63) / 64 * 64; }

  Call call;
  dnnl::stream stream;
  std::unordered_map<int, Memory> arguments;
};

/// Null if oneDNN has no code of its own for it: products of matrices are ours, too.
std::optional<Blocked> make(const Form &form) {
  During making(Work::compiling); // oneDNN has locks
  try {
    Blocked made(form);
    const std::string_view name = made.name();
    return name.starts_with("jit") || name.starts_with("brgconv") ? std::optional(std::move(made))
                                                                  : std::nullopt;
  } catch (const dnnl::error &error) {
    if (error.status == dnnl_out_of_memory)
      throw std::bad_alloc();
    return std::nullopt;
  }
}

/// The calling thread keeps what it made for forms it has met.
Blocked *blockedOf(const Form &form) {
  constexpr size_t most = 256;
  static thread_local std::map<Form, std::optional<Blocked>> kept;
  auto found = kept.find(form);
  if (found == kept.end()) {
    if (kept.size() == most)
      kept.clear();
    found = kept.try_emplace(form, make(form)).first;
  }
  return found->second ? &*found->second : nullptr;
}

/// The convolution in parts of the batch, or of what weights are summed up over. They do not depend
/// on the number of threads, and so neither do the bits.
class InParts {
public:
  explicit InParts(const Convolution &conv) : conv(conv), ofWeights(isOfWeights(conv)) {
    entries = ofWeights ? conv.inputs : conv.batch;
    const int64_t most = std::max<int64_t>(1, workOfPart / std::max<int64_t>(1, work() / entries));
    parts = (entries + most - 1) / most;
  }

  bool isFit() const {
    constexpr int64_t least = 1 << 24, fewest = 16;
    const bool isShared = parts >= manyParts || work() / parts <= 2 * workOfPart; // by threads
    const auto isSpread = [](const SpatialAxis &axis) { return axis.lhsDilation > 1; };
    const int64_t summands = ofWeights ? countOf(0) * conv.kernelSize : conv.summands();
    return !conv.axes.empty() && conv.axes.size() <= 3 && conv.batchGroups == 1 &&
           std::ranges::none_of(conv.axes, isSpread) && work() >= least && isShared &&
           conv.outputs / conv.featureGroups >= fewest && summands <= mostSummands && isKnown();
  }

  void run(const float *x, const float *kernel, float *y) const {
    const int64_t size = conv.batch * conv.outputs * conv.places;
    Scratch<float> sums;
    float *to = ofWeights && parts > 1 ? sums.take(parts * size) : y;
    runtime::parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
      for (int64_t part = begin; part < end && !mustStop(); ++part)
        runPart(part, x, kernel, to);
    });
    if (to != y)
      sumUp(to, size, y);
  }

private:
  int64_t work() const { return conv.batch * conv.outputs * conv.places * conv.summands(); }
  int64_t firstOf(int64_t part) const { return part * entries / parts; }
  int64_t countOf(int64_t part) const { return firstOf(part + 1) - firstOf(part); }

  std::optional<Form> formOf(int64_t part) const {
    Form form = ofWeights ? formOfWeights(conv, countOf(part)) : formForward(conv, countOf(part));
    return addSpatialAxes(form, conv) ? std::optional(form) : std::nullopt;
  }

  /// All parts have the size of the first or the last.
  bool isKnown() const {
    onednn::OneThread scope;
    const auto first = formOf(0), last = formOf(parts - 1);
    return first && blockedOf(*first) && blockedOf(*last);
  }

  void runPart(int64_t part, const float *x, const float *kernel, float *to) const {
    const int64_t at = firstOf(part);
    const int64_t size = conv.batch * conv.outputs * conv.places;
    onednn::OneThread scope;
    Blocked &blocked = *blockedOf(*formOf(part));
    try {
      if (ofWeights)
        blocked.run(x + at * conv.xSize, kernel + at * conv.kernelSize, to + part * size);
      else
        blocked.run(x + conv.startOf(at, 0), kernel, to + at * conv.outputs * conv.places);
    } catch (const dnnl::error &) { // what fails is to get memory
      throw std::bad_alloc();
    }
  }

  /// Equally many parts are added to each other.
  void sumUp(float *sums, int64_t size, float *y) const {
    for (int64_t step = 1; step < parts; step *= 2)
      for (int64_t part = 0; part + step < parts; part += 2 * step)
        for (int64_t i = 0; i < size; ++i)
          sums[part * size + i] += sums[(part + step) * size + i];
    std::copy_n(sums, size, y);
  }

  const Convolution &conv;
  const bool ofWeights;
  int64_t entries, parts;
};

/// Whether weights that are infinite may have met padding: 0 times infinity is NaN, but is no
/// summand. What there is less of is looked at: the weights, or the results, which are NaN then.
bool isSpoiled(const Convolution &conv, const float *kernel, const float *y) {
  const int64_t weights = conv.outputs * conv.summands();
  const int64_t results = conv.batch * conv.outputs * conv.places;
  return weights <= results ? !allFinite(kernel, weights) : !allFinite(y, results);
}

} // namespace

bool convolveInBlocks(const Convolution &conv, const float *x, const float *kernel, float *y) {
  const InParts inParts(conv);
  if (!inParts.isFit())
    return false;
  inParts.run(x, kernel, y);
  return !isSpoiled(conv, kernel, y);
}

} // namespace cotan
