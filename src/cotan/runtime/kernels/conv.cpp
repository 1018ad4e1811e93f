// A convolution is a product of matrices: the kernel, with a row per output channel, times columns
// that hold, for each place of the kernel, the elements of x it meets there. The columns are made
// for as many places at a time as stay in the cache. Places of padding and dilation are zeros in
// them. Where a row of the kernel's would be all there is, direct_conv.h does without columns;
// large ones of f32 are computed in blocks of channels (blocked_conv.h). An x that is spread out is
// cut into phases (conv_phases.h), which have no zeros in between.
#include "cotan/runtime/kernels/conv.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/blocked_conv.h"
#include "cotan/runtime/kernels/computed.h"
#include "cotan/runtime/kernels/conv_line.h"
#include "cotan/runtime/kernels/conv_phases.h"
#include "cotan/runtime/kernels/copy_steps.h"
#include "cotan/runtime/kernels/direct_conv.h"
#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/kernels/scratch.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <optional>

namespace cotan {
namespace {

constexpr int64_t cached = 1 << 18; // elements of the columns that are made at a time

/// Whether neighbours are rather found along the kernel than along the places, as where a kernel's
/// derivative is computed: then the columns lie in rows.
bool isTurned(const Convolution &conv) {
  return !conv.axes.empty() && conv.axes.back().kernel > 2 * conv.axes.back().places;
}

/// Places `first` to `first + count` of the batch's entries `n` to `n + entries`, for one group.
struct Chunk {
  int64_t n, entries, first, count, group;

  int64_t columns() const { return entries * count; }
};

/// What all chunks have in common.
template <typename C> class Plan {
public:
  Plan(const Convolution &conv, const C *kernel) : conv(conv), turned(isTurned(conv)) {
    constexpr int64_t fewest = 64; // columns that are worth a product
    const int64_t elements = turned ? conv.kernelSize : conv.summands();
    const int64_t most = std::max(fewest, cached / std::max<int64_t>(1, elements));
    places = std::min(conv.places, most / fewest * fewest);
    const int64_t parts = (conv.batch * places + most - 1) / most; // of the batch, all alike
    entries = std::max<int64_t>(1, (conv.batch + parts - 1) / parts);
    for (int64_t first = 0; first < conv.places; first += places)
      lines.push_back(turned ? linesOfElements(first) : linesOfPlaces(first));
    if (turned)
      turnWeights(kernel);
    if constexpr (std::is_floating_point_v<C>)
      if (conv.summands() <= conv.batch * conv.places)
        weightsAreFinite = allFinite(kernel, conv.outputs * conv.summands());
  }

  int64_t chunks() const {
    return int64_t(lines.size()) * conv.groups() * ((conv.batch + entries - 1) / entries);
  }
  Chunk chunk(int64_t number) const {
    const int64_t group = number % conv.groups(), part = number / conv.groups();
    const int64_t first = part % int64_t(lines.size()) * places;
    const int64_t n = part / int64_t(lines.size()) * entries;
    return {n, std::min(entries, conv.batch - n), first, std::min(places, conv.places - first),
            group};
  }
  const std::vector<Line> &linesOf(const Chunk &chunk) const { return lines[chunk.first / places]; }

  /// What the elements of the kernel meet at the places from `first` on.
  std::vector<Line> linesOfPlaces(int64_t first) const {
    std::vector<Line> found;
    const int64_t count = std::min(places, conv.places - first);
    for (int64_t k = 0; k < conv.kernelSize; ++k)
      found.push_back(lineOfPlaces(conv, k, first, count));
    return found;
  }

  const Convolution &conv;
  const bool turned;
  /// Rows of weights for all outputs of a group, if the columns lie in rows.
  const C *turnedWeights = nullptr;
  std::optional<bool> weightsAreFinite; // if there are fewer than results

private:
  std::vector<Line> linesOfElements(int64_t first) const {
    std::vector<Line> found;
    for (int64_t place = first; place < std::min(first + places, conv.places); ++place)
      found.push_back(lineOfElements(conv, place));
    return found;
  }

  void turnWeights(const C *kernel) {
    const int64_t outputs = conv.outputs / conv.groups(), summands = conv.summands();
    C *const to = memory.take(conv.outputs * summands);
    for (int64_t at = 0; at < conv.outputs * summands; at += outputs * summands)
      transpose(Matrix<C>{kernel + at, 1, summands}, summands, outputs, to + at);
    turnedWeights = to;
  }

  Scratch<C> memory;       // of the turned weights
  int64_t places, entries; // of a chunk, at most
  std::vector<std::vector<Line>> lines;
};

template <typename C> class Convolver {
public:
  Convolver(const Plan<C> &plan, const C *x, const C *kernel, C *y)
      : plan(plan), conv(plan.conv), x(x), kernel(kernel), y(y),
        outputs(conv.outputs / conv.groups()) {}

  void convolve(const Chunk &chunk) {
    plan.turned ? multiplyTurned(chunk) : multiplyPlaces(chunk);
    if (zerosSpoil(chunk))
      convolvePlainly(chunk);
  }

private:
  C *resultsOf(const Chunk &chunk) const {
    return y + (chunk.n * conv.outputs + chunk.group * outputs) * conv.places + chunk.first;
  }
  const C *inputOf(const Chunk &chunk) const { return x + conv.startOf(chunk.n, chunk.group); }
  int64_t entryStep() const { return conv.startOf(1, 0) - conv.startOf(0, 0); }

  void multiplyPlaces(const Chunk &chunk) {
    C *to = resultsOf(chunk);
    if (chunk.entries == 1)
      return multiplyColumns(chunk, to, conv.places);
    const C *from = products.take(outputs * chunk.columns());
    multiplyColumns(chunk, products.take(0), chunk.columns());
    for (int64_t o = 0; o < outputs; ++o)
      for (int64_t i = 0; i < chunk.entries; ++i, from += chunk.count)
        std::copy_n(from, chunk.count, to + (i * conv.outputs + o) * conv.places);
  }

  /// As many channels at a time as stay in the cache.
  void multiplyColumns(const Chunk &chunk, C *to, int64_t step) {
    const int64_t summands = conv.summands();
    const int64_t most = std::max<int64_t>(1, cached / (conv.kernelSize * chunk.columns()));
    const Matrix<C> weights{kernel + chunk.group * outputs * summands, summands, 1};
    for (int64_t channel = 0; channel < conv.inputs; channel += most) {
      const int64_t count = std::min(most, conv.inputs - channel);
      multiply(outputs, chunk.columns(), count * conv.kernelSize,
               weights.part(0, channel * conv.kernelSize), columnsOf(chunk, channel, count), to,
               step, channel != 0);
    }
  }

  /// What places of the chunk meet in `count` channels.
  Matrix<C> columnsOf(const Chunk &chunk, int64_t channel, int64_t count) {
    const std::vector<Line> &lines = plan.linesOf(chunk);
    const C *from = inputOf(chunk) + channel * conv.xSize;
    const Run &whole = lines[0].runs[0];
    if (conv.kernelSize == 1 && chunk.entries == 1 && lines[0].runs.size() == 1 &&
        !whole.isOfZeros() && whole.step == 1) // x has the columns already
      return {from + whole.offset, conv.xSize, 1};
    C *const columns = storage.take(count * conv.kernelSize * chunk.columns());
    C *to = columns;
    for (int64_t i = 0; i < count; ++i, from += conv.xSize)
      for (const Line &line : lines)
        for (int64_t entry = 0; entry < chunk.entries; ++entry, to += chunk.count)
          fill(line, from + entry * entryStep(), to);
    return {columns, chunk.columns(), 1};
  }

  /// The same where columns lie in rows: the product is transposed.
  void multiplyTurned(const Chunk &chunk) {
    const int64_t columns = chunk.columns();
    const int64_t most = std::max<int64_t>(1, cached / (conv.kernelSize * columns));
    const C *weights = plan.turnedWeights + chunk.group * outputs * conv.summands();
    C *const product = products.take(columns * outputs);
    for (int64_t channel = 0; channel < conv.inputs; channel += most) {
      const int64_t count = std::min(most, conv.inputs - channel);
      const int64_t summands = count * conv.kernelSize;
      multiply(columns, outputs, summands, rowsOf(chunk, channel, count),
               Matrix<C>{weights + channel * conv.kernelSize * outputs, outputs, 1}, product,
               outputs, channel != 0);
    }
    C *to = resultsOf(chunk);
    for (int64_t i = 0; i < chunk.entries; ++i, to += conv.outputs * conv.places)
      for (int64_t o = 0; o < outputs; ++o)
        for (int64_t place = 0; place < chunk.count; ++place)
          to[o * conv.places + place] = product[(i * chunk.count + place) * outputs + o];
  }

  /// For each entry and place what the elements of the kernel meet in `count` channels.
  Matrix<C> rowsOf(const Chunk &chunk, int64_t channel, int64_t count) {
    const int64_t summands = count * conv.kernelSize;
    C *const rows = storage.take(summands * chunk.columns());
    C *to = rows;
    const C *from = inputOf(chunk) + channel * conv.xSize;
    for (int64_t entry = 0; entry < chunk.entries; ++entry, from += entryStep())
      for (const Line &line : plan.linesOf(chunk))
        for (int64_t i = 0; i < count; ++i, to += conv.kernelSize)
          fill(line, from + i * conv.xSize, to);
    return {rows, summands, 1};
  }

  /// Whether a weight may be infinite or NaN that met one of the columns' zeros: these are no
  /// summands, and 0 times infinity is NaN. What there is less of is looked at: the weights, or the
  /// results, which are NaN then.
  bool zerosSpoil(const Chunk &chunk) const {
    if constexpr (std::is_floating_point_v<C>) {
      auto hasZeros = [](const Line &line) { return !line.zeros.empty(); };
      if (std::ranges::none_of(plan.linesOf(chunk), hasZeros))
        return false;
      return plan.weightsAreFinite ? !*plan.weightsAreFinite : !resultsAreFinite(chunk);
    }
    return false;
  }

  bool resultsAreFinite(const Chunk &chunk) const {
    const C *results = resultsOf(chunk);
    for (int64_t i = 0; i < chunk.entries; ++i)
      for (int64_t o = 0; o < outputs; ++o)
        if (!allFinite(results + (i * conv.outputs + o) * conv.places, chunk.count))
          return false;
    return true;
  }

  /// By the definition: only what is met takes part.
  void convolvePlainly(const Chunk &chunk) {
    const std::vector<Line> lines = plan.linesOfPlaces(chunk.first);
    const C *from = inputOf(chunk);
    C *results = resultsOf(chunk);
    for (int64_t i = 0; i < chunk.entries; ++i, from += entryStep()) {
      const C *weight = kernel + chunk.group * outputs * conv.summands();
      C *to = results + i * conv.outputs * conv.places;
      for (int64_t o = 0; o < outputs; ++o, to += conv.places) {
        std::fill_n(to, chunk.count, C());
        for (int64_t channel = 0; channel < conv.inputs; ++channel)
          for (const Line &line : lines)
            addMet(line, from + channel * conv.xSize, *weight++, to);
      }
    }
  }

  const Plan<C> &plan;
  const Convolution &conv;
  const C *x, *kernel;
  C *y;
  const int64_t outputs; // of a group
  Scratch<C> storage, products;
};

template <typename C>
void convolveByProducts(const Convolution &conv, const C *x, const C *kernel, C *y) {
  const Plan<C> plan(conv, kernel);
  auto work = [&](int64_t begin, int64_t end) {
    Convolver<C> convolver(plan, x, kernel, y);
    for (int64_t i = begin; i < end && !mustStop(); ++i)
      convolver.convolve(plan.chunk(i));
  };
  // Few chunks are computed in turn, each by all threads.
  if (plan.chunks() < 2 * runtime::threadCount())
    return work(0, plan.chunks());
  const int64_t workOfAll = conv.batch * conv.outputs * conv.places * conv.summands();
  runtime::parallelFor(plan.chunks(), 1 + workOfThread * plan.chunks() / workOfAll, work);
}

/// Row by row, without gaps.
ConvSteps denseStepsOf(const Convolution &conv) {
  std::vector<int64_t> x = {conv.batch * conv.batchGroups, conv.channels},
                       kernel = {conv.outputs, conv.inputs}, y = {conv.batch, conv.outputs};
  for (const SpatialAxis &axis : conv.axes) {
    x.push_back(axis.size);
    kernel.push_back(axis.kernel);
    y.push_back(axis.places);
  }
  return {denseSteps(x), denseSteps(kernel), denseSteps(y)};
}

template <typename C>
bool isDoneInBlocks(const Convolution &conv, const C *x, const C *kernel, C *y) {
  if constexpr (std::is_same_v<C, float>)
    return convolveInBlocks(conv, denseStepsOf(conv), x, kernel, y);
  return false;
}

template <typename C> void convolve(const Convolution &conv, const C *x, const C *kernel, C *y) {
  if (conv.summands() == 0)
    std::fill_n(y, conv.batch * conv.outputs * conv.places, C());
  else if (isDirect(conv, kernel))
    convolveDirectly(conv, x, kernel, y);
  else if (!isDoneInBlocks(conv, x, kernel, y))
    convolveByProducts(conv, x, kernel, y);
}

template <typename C>
void convolvePhase(const Convolution &whole, const Phase &phase, const C *x, const C *kernel,
                   C *y) {
  const int64_t rows = phase.conv.batch * phase.conv.outputs;
  Scratch<C> elements, places;
  C *element = elements.take(whole.outputs * phase.conv.summands());
  for (int64_t i = 0; i < whole.outputs * whole.inputs; ++i)
    for (int64_t number : phase.elements)
      *element++ = kernel[i * whole.kernelSize + number];
  const C *from = places.take(rows * phase.conv.places);
  convolve(phase.conv, x, elements.take(0), places.take(0));
  for (int64_t row = 0; row < rows; ++row, y += whole.places)
    for (int64_t place : phase.places)
      y[place] = *from++;
}

/// Also of an x that is spread out.
template <typename C>
void convolveAnyhow(const Convolution &conv, const C *x, const C *kernel, C *y) {
  if (conv.isSpread() && isDoneInBlocks(conv, x, kernel, y))
    return;
  const std::vector<Phase> phases = phasesOf(conv);
  if (phases.empty())
    convolve(conv, x, kernel, y);
  for (const Phase &phase : phases)
    convolvePhase(conv, phase, x, kernel, y);
}

} // namespace

int32_t cotan_conv(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    TensorView &y = results[0];
    if (countOf(y) == 0)
      return 0;
    const Convolution conv = convolutionOf(operands, y, numbers);
    visitNumber(dtypeOf(y), [&](auto element) {
      using T = decltype(element);
      ComputedOperand<T> x(operands[0]), kernel(operands[1]);
      ComputedResult<T> to(y);
      convolveAnyhow(conv, x.data(), kernel.data(), to.data());
      to.store();
    });
    return 0;
  });
}

} // namespace cotan
