// A convolution is a product of matrices: the kernel, with a row per output channel, times columns
// that hold, for each place of the kernel, the elements of x it meets there. The columns are made
// for as many places at a time as stay in the cache. Places of padding and dilation are zeros in
// them. Where a row of the kernel's would be all there is, direct_conv.h does without columns. An x
// that is spread out is cut into phases (conv_phases.h), which have no zeros in between.
#include "cotan/runtime/kernels/conv.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/computed.h"
#include "cotan/runtime/kernels/conv_layout.h"
#include "cotan/runtime/kernels/conv_phases.h"
#include "cotan/runtime/kernels/direct_conv.h"
#include "cotan/runtime/kernels/gemm.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <optional>

namespace cotan {
namespace {

/// Elements that follow each other evenly in x, or zeros (offset -1), for what follows each other
/// in the columns.
struct Run {
  int64_t count, offset, step;
};
using Runs = std::vector<Run>;

/// The runs of `count` offsets.
template <typename F> Runs runsOf(int64_t count, const F &offsetOf) {
  Runs runs;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t offset = offsetOf(i);
    Run *last = runs.empty() ? nullptr : &runs.back();
    if (last && last->count == 1 && last->offset >= 0 && offset >= 0)
      last->step = offset - last->offset;
    bool goesOn = last && (last->offset < 0
                               ? offset < 0
                               : offset == last->offset + last->count * last->step && offset >= 0);
    if (goesOn)
      ++last->count;
    else
      runs.push_back({1, offset, offset < 0 ? 0 : 1});
  }
  return runs;
}

template <typename C> void fill(const Runs &runs, const C *x, C *to) {
  for (const Run &run : runs) {
    if (run.offset < 0)
      std::fill_n(to, run.count, C());
    else if (run.step == 1)
      std::copy_n(x + run.offset, run.count, to);
    else
      for (int64_t i = 0; i < run.count; ++i)
        to[i] = x[run.offset + i * run.step];
    to += run.count;
  }
}

/// Adds to places what they meet, weighted; those that meet a zero stay as they are.
template <typename C> void addMet(const Runs &runs, const C *x, C weight, C *to) {
  for (const Run &run : runs) {
    for (int64_t i = 0; run.offset >= 0 && i < run.count; ++i)
      to[i] += weight * x[run.offset + i * run.step];
    to += run.count;
  }
}

/// Places `first` to `first + count` of the batch's entries `n` to `n + entries`.
struct Chunk {
  int64_t n, entries, first, count;

  int64_t columns() const { return entries * count; }
};

constexpr int64_t cached = 1 << 18; // elements of the columns that are made at a time

/// Whether neighbours are rather found along the kernel than along the places, as where a kernel's
/// derivative is computed: then the columns lie in rows.
bool isTurned(const Convolution &conv) {
  return !conv.axes.empty() && conv.axes.back().kernel > 2 * conv.axes.back().places;
}

/// How many places and entries of the batch a chunk has at most.
struct ChunkSize {
  int64_t count, entries;
};

ChunkSize chunkSizeOf(const Convolution &conv) {
  constexpr int64_t fewest = 64; // columns that are worth a product
  const int64_t elements = isTurned(conv) ? conv.kernelSize : conv.summands();
  const int64_t most = std::max(fewest, cached / std::max<int64_t>(1, elements));
  const int64_t count = std::min(conv.places, most / fewest * fewest);
  const int64_t parts = (conv.batch * count + most - 1) / most; // of the batch, all alike
  return {count, std::max<int64_t>(1, (conv.batch + parts - 1) / parts)};
}

template <typename C> class Convolver {
public:
  Convolver(const Convolution &conv, const C *x, const C *kernel, C *y)
      : conv(conv), x(x), kernel(kernel), y(y), size(chunkSizeOf(conv)) {}

  void run() {
    if (isTurned(conv))
      turnWeights();
    for (int64_t first = 0; first < conv.places; first += size.count) {
      const int64_t count = std::min(size.count, conv.places - first);
      findRuns(first, count);
      for (int64_t n = 0; n < conv.batch; n += size.entries)
        for (int64_t group = 0; group < conv.groups() && !mustStop(); ++group) {
          const Chunk chunk{n, std::min(size.entries, conv.batch - n), first, count};
          convolve(chunk, group);
          if (zerosSpoil(chunk, group))
            convolvePlainly(chunk, group);
        }
    }
  }

private:
  void findRuns(int64_t first, int64_t count) {
    const size_t axes = conv.axes.size();
    runs.clear();
    turnedRuns.clear();
    for (int64_t k = 0; k < conv.kernelSize; ++k)
      runs.push_back(runsOf(count, [&](int64_t i) { return conv.offsetAt(first + i, k, axes); }));
    for (int64_t i = first; isTurned(conv) && i < first + count; ++i)
      turnedRuns.push_back(
          runsOf(conv.kernelSize, [&](int64_t k) { return conv.offsetAt(i, k, axes); }));
  }

  /// Rows of the weights that one element of the kernel has for all outputs of a group.
  void turnWeights() {
    const int64_t outputs = conv.outputs / conv.groups(), summands = conv.summands();
    turnedWeights.resize(conv.outputs * summands);
    for (int64_t group = 0; group < conv.groups(); ++group) {
      const C *from = kernel + group * outputs * summands;
      transpose(Matrix<C>{from, 1, summands}, summands, outputs,
                turnedWeights.data() + group * outputs * summands);
    }
  }

  void convolve(const Chunk &chunk, int64_t group) {
    const int64_t outputs = conv.outputs / conv.groups();
    C *to = resultsOf(chunk.n, group, chunk);
    if (isTurned(conv))
      return convolveTurned(chunk, group, to);
    if (chunk.entries == 1)
      return multiplyColumns(chunk, group, to, conv.places);
    products.resize(outputs * chunk.columns());
    multiplyColumns(chunk, group, products.data(), chunk.columns());
    const C *from = products.data();
    for (int64_t o = 0; o < outputs; ++o)
      for (int64_t i = 0; i < chunk.entries; ++i, from += chunk.count)
        std::copy_n(from, chunk.count, to + (i * conv.outputs + o) * conv.places);
  }

  void convolveTurned(const Chunk &chunk, int64_t group, C *to) {
    const int64_t outputs = conv.outputs / conv.groups();
    products.resize(outputs * chunk.columns());
    multiplyTurned(chunk, group);
    for (int64_t i = 0; i < chunk.entries; ++i)
      for (int64_t o = 0; o < outputs; ++o)
        for (int64_t place = 0; place < chunk.count; ++place)
          to[(i * conv.outputs + o) * conv.places + place] =
              products[(i * chunk.count + place) * outputs + o];
  }

  C *resultsOf(int64_t n, int64_t group, const Chunk &chunk) const {
    const int64_t outputs = conv.outputs / conv.groups();
    return y + (n * conv.outputs + group * outputs) * conv.places + chunk.first;
  }

  /// Whether a weight may be infinite or NaN that met one of the columns' zeros: these are no
  /// summands, and 0 times infinity is NaN. What there is less of is looked at: the weights, or the
  /// results, which are NaN then.
  bool zerosSpoil(const Chunk &chunk, int64_t group) {
    if constexpr (std::is_floating_point_v<C>) {
      auto isZero = [](const Run &run) { return run.offset < 0; };
      if (std::ranges::none_of(runs, [&](auto &met) { return std::ranges::any_of(met, isZero); }))
        return false;
      if (conv.summands() > conv.batch * conv.places)
        return !resultsAreFinite(chunk, group);
      if (!weightsAreFinite) // once for all chunks
        weightsAreFinite = allFinite(kernel, conv.outputs * conv.summands());
      return !*weightsAreFinite;
    }
    return false;
  }

  bool resultsAreFinite(const Chunk &chunk, int64_t group) const {
    for (int64_t n = chunk.n; n < chunk.n + chunk.entries; ++n)
      for (int64_t o = 0; o < conv.outputs / conv.groups(); ++o)
        if (!allFinite(resultsOf(n, group, chunk) + o * conv.places, chunk.count))
          return false;
    return true;
  }

  /// By the definition: only what is met takes part.
  void convolvePlainly(const Chunk &chunk, int64_t group) {
    const int64_t outputs = conv.outputs / conv.groups();
    for (int64_t n = chunk.n; n < chunk.n + chunk.entries; ++n) {
      const C *weight = kernel + group * outputs * conv.summands();
      C *to = resultsOf(n, group, chunk);
      for (int64_t o = 0; o < outputs; ++o, to += conv.places) {
        std::fill_n(to, chunk.count, C());
        const C *from = x + conv.startOf(n, group);
        for (int64_t channel = 0; channel < conv.inputs; ++channel, from += conv.xSize)
          for (const Runs &met : runs)
            addMet(met, from, *weight++, to);
      }
    }
  }

  /// As many channels at a time as stay in the cache.
  void multiplyColumns(const Chunk &chunk, int64_t group, C *to, int64_t step) {
    const int64_t outputs = conv.outputs / conv.groups(), summands = conv.summands();
    const int64_t perChannel = conv.kernelSize * chunk.columns();
    const int64_t most = std::max<int64_t>(1, cached / perChannel);
    Matrix<C> weights{kernel + group * outputs * summands, summands, 1};
    for (int64_t channel = 0; channel < conv.inputs; channel += most) {
      const int64_t count = std::min(most, conv.inputs - channel);
      multiply(outputs, chunk.columns(), count * conv.kernelSize,
               weights.part(0, channel * conv.kernelSize), columnsOf(chunk, group, channel, count),
               to, step, channel != 0);
    }
  }

  /// Sets `products` to what is left to transpose.
  void multiplyTurned(const Chunk &chunk, int64_t group) {
    const int64_t outputs = conv.outputs / conv.groups(), columns = chunk.columns();
    const int64_t most = std::max<int64_t>(1, cached / (conv.kernelSize * columns));
    const C *weights = turnedWeights.data() + group * outputs * conv.summands();
    for (int64_t channel = 0; channel < conv.inputs; channel += most) {
      const int64_t summands = std::min(most, conv.inputs - channel) * conv.kernelSize;
      fillTurned(chunk, conv.startOf(chunk.n, group) + channel * conv.xSize,
                 summands / conv.kernelSize);
      multiply(columns, outputs, summands, Matrix<C>{storage.data(), summands, 1},
               Matrix<C>{weights + channel * conv.kernelSize * outputs, outputs, 1},
               products.data(), outputs, channel != 0);
    }
  }

  /// A row for each entry and place: what the elements of the kernel meet in the channels.
  void fillTurned(const Chunk &chunk, int64_t start, int64_t channels) {
    const int64_t entryStep = conv.startOf(1, 0) - conv.startOf(0, 0);
    storage.resize(channels * conv.kernelSize * chunk.columns());
    C *to = storage.data();
    for (int64_t entry = 0; entry < chunk.entries; ++entry)
      for (const Runs &met : turnedRuns)
        for (int64_t i = 0; i < channels; ++i, to += conv.kernelSize)
          fill(met, x + start + entry * entryStep + i * conv.xSize, to);
  }

  /// What places of the chunk meet in `count` channels.
  Matrix<C> columnsOf(const Chunk &chunk, int64_t group, int64_t channel, int64_t count) {
    const C *from = x + conv.startOf(chunk.n, group) + channel * conv.xSize;
    const Runs &whole = runs[0];
    if (conv.kernelSize == 1 && chunk.entries == 1 && whole.size() == 1 && whole[0].offset >= 0 &&
        whole[0].step == 1) // x has the columns already
      return {from + whole[0].offset, conv.xSize, 1};
    const int64_t entryStep = conv.startOf(1, 0) - conv.startOf(0, 0);
    storage.resize(count * conv.kernelSize * chunk.columns());
    C *to = storage.data();
    for (int64_t i = 0; i < count; ++i, from += conv.xSize)
      for (const Runs &met : runs)
        for (int64_t entry = 0; entry < chunk.entries; ++entry, to += chunk.count)
          fill(met, from + entry * entryStep, to);
    return {storage.data(), chunk.columns(), 1};
  }

  const Convolution &conv;
  const C *x, *kernel;
  C *y;
  const ChunkSize size;
  std::vector<Runs> runs, turnedRuns; // per element of the kernel, and per place
  std::vector<C> storage, products, turnedWeights;
  std::optional<bool> weightsAreFinite; // once that was looked at
};

template <typename C> void convolve(const Convolution &conv, const C *x, const C *kernel, C *y) {
  if (conv.summands() == 0)
    std::fill_n(y, conv.batch * conv.outputs * conv.places, C());
  else if (isDirect(conv, kernel))
    convolveDirectly(conv, x, kernel, y);
  else
    Convolver<C>(conv, x, kernel, y).run();
}

/// to[i] = from[numbers[i]] for each row of both.
template <typename C>
void pick(const C *from, int64_t fromStep, const std::vector<int64_t> &numbers, int64_t rows,
          C *to) {
  for (int64_t row = 0; row < rows; ++row, from += fromStep)
    for (int64_t number : numbers)
      *to++ = from[number];
}

template <typename C>
void convolvePhase(const Convolution &whole, const Phase &phase, const C *x, const C *kernel,
                   C *y) {
  const int64_t rows = phase.conv.batch * phase.conv.outputs;
  std::vector<C> elements(whole.outputs * phase.conv.summands()), places(rows * phase.conv.places);
  pick(kernel, whole.kernelSize, phase.elements, whole.outputs * whole.inputs, elements.data());
  convolve(phase.conv, x, elements.data(), places.data());
  const C *from = places.data();
  for (int64_t row = 0; row < rows; ++row, y += whole.places)
    for (int64_t place : phase.places)
      y[place] = *from++;
}

Convolution layOut(const TensorView *operands, const TensorView &y, const int64_t *numbers) {
  const TensorView &x = operands[0], &kernel = operands[1];
  Convolution conv;
  conv.batch = y.sizes[0];
  conv.outputs = y.sizes[1];
  conv.inputs = kernel.sizes[1];
  conv.channels = x.sizes[1];
  conv.featureGroups = numbers[0];
  conv.batchGroups = numbers[1];
  const int64_t *extraLow = numbers[2] ? elementsOf<int64_t>(operands[2]) : nullptr;
  for (int64_t i = 0; i < x.rank - 2; ++i) {
    const int64_t *axis = numbers + 3 + 5 * i; // stride, low, high, lhs dilation, rhs dilation
    const int64_t low = axis[1] + (extraLow ? extraLow[i] : 0);
    conv.axes.push_back(
        {axis[0], low, axis[3], axis[4], x.sizes[i + 2], kernel.sizes[i + 2], y.sizes[i + 2]});
    conv.xSize *= x.sizes[i + 2];
    conv.kernelSize *= kernel.sizes[i + 2];
    conv.places *= y.sizes[i + 2];
  }
  return conv;
}

} // namespace

int32_t cotan_conv(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    TensorView &y = results[0];
    if (countOf(y) == 0)
      return 0;
    const Convolution conv = layOut(operands, y, numbers);
    visitNumber(dtypeOf(y), [&](auto element) {
      using T = decltype(element);
      ComputedOperand<T> x(operands[0]), kernel(operands[1]);
      ComputedResult<T> to(y);
      const std::vector<Phase> phases = phasesOf(conv);
      if (phases.empty())
        convolve(conv, x.data(), kernel.data(), to.data());
      for (const Phase &phase : phases)
        convolvePhase(conv, phase, x.data(), kernel.data(), to.data());
      to.store();
    });
    return 0;
  });
}

} // namespace cotan
