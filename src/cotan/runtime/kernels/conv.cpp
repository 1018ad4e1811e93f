// A convolution is a product of matrices: the kernel, with a row per output channel, times columns
// that hold, for each place of the kernel, the elements of x it meets there. The columns are made
// for as many places at a time as stay in the cache. Places of padding and dilation are zeros in
// them. Where a row of the kernel's would be all there is, direct_conv.h does without columns.
#include "cotan/runtime/kernels/conv.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/computed.h"
#include "cotan/runtime/kernels/conv_layout.h"
#include "cotan/runtime/kernels/direct_conv.h"
#include "cotan/runtime/kernels/gemm.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <optional>

namespace cotan {
namespace {

/// Elements that follow each other evenly in x, or zeros (offset -1), for columns that follow each
/// other.
struct Run {
  int64_t count, offset, step;
};

/// What element `k` of the kernel meets at places from `first` on.
std::vector<Run> runsOf(const Convolution &conv, int64_t k, int64_t first, int64_t count) {
  std::vector<Run> runs;
  for (int64_t place = first; place < first + count; ++place) {
    const int64_t offset = conv.offsetAt(place, k, conv.axes.size());
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

template <typename C> void fill(const std::vector<Run> &runs, const C *x, C *to) {
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
template <typename C> void addMet(const std::vector<Run> &runs, const C *x, C weight, C *to) {
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

template <typename C> class Convolver {
public:
  Convolver(const Convolution &conv, const C *x, const C *kernel, C *y)
      : conv(conv), x(x), kernel(kernel), y(y) {}

  void run() {
    constexpr int64_t fewest = 64; // columns that are worth a product
    const int64_t most = std::max(fewest, cached / std::max<int64_t>(1, conv.summands()));
    const int64_t count = std::min(conv.places, most / fewest * fewest);
    const int64_t entries = std::clamp<int64_t>(most / count, 1, conv.batch);
    for (int64_t first = 0; first < conv.places; first += count) {
      const int64_t left = std::min(count, conv.places - first);
      runs.clear();
      for (int64_t k = 0; k < conv.kernelSize; ++k)
        runs.push_back(runsOf(conv, k, first, left));
      for (int64_t n = 0; n < conv.batch; n += entries)
        for (int64_t group = 0; group < conv.groups() && !mustStop(); ++group) {
          const Chunk chunk{n, std::min(entries, conv.batch - n), first, left};
          convolve(chunk, group);
          if (zerosSpoil(chunk, group))
            convolvePlainly(chunk, group);
        }
    }
  }

private:
  void convolve(const Chunk &chunk, int64_t group) {
    const int64_t outputs = conv.outputs / conv.groups();
    C *to = resultsOf(chunk.n, group, chunk);
    if (chunk.entries == 1)
      return multiplyColumns(chunk, group, to, conv.places);
    products.resize(outputs * chunk.columns());
    multiplyColumns(chunk, group, products.data(), chunk.columns());
    const C *from = products.data();
    for (int64_t o = 0; o < outputs; ++o)
      for (int64_t i = 0; i < chunk.entries; ++i, from += chunk.count)
        std::copy_n(from, chunk.count, to + (i * conv.outputs + o) * conv.places);
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
          for (const std::vector<Run> &met : runs)
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

  /// What places of the chunk meet in `count` channels.
  Matrix<C> columnsOf(const Chunk &chunk, int64_t group, int64_t channel, int64_t count) {
    const C *from = x + conv.startOf(chunk.n, group) + channel * conv.xSize;
    const std::vector<Run> &whole = runs[0];
    if (conv.kernelSize == 1 && chunk.entries == 1 && whole.size() == 1 && whole[0].offset >= 0 &&
        whole[0].step == 1) // x has the columns already
      return {from + whole[0].offset, conv.xSize, 1};
    const int64_t entryStep = conv.startOf(1, 0) - conv.startOf(0, 0);
    storage.resize(count * conv.kernelSize * chunk.columns());
    C *to = storage.data();
    for (int64_t i = 0; i < count; ++i, from += conv.xSize)
      for (const std::vector<Run> &met : runs)
        for (int64_t entry = 0; entry < chunk.entries; ++entry, to += chunk.count)
          fill(met, from + entry * entryStep, to);
    return {storage.data(), chunk.columns(), 1};
  }

  const Convolution &conv;
  const C *x, *kernel;
  C *y;
  std::vector<std::vector<Run>> runs; // per element of the kernel
  std::vector<C> storage, products;
  std::optional<bool> weightsAreFinite; // once that was looked at
};

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
      if (conv.summands() == 0)
        std::fill_n(to.data(), countOf(y), Computed<T>());
      else if (isDirect(conv, kernel.data()))
        convolveDirectly(conv, x.data(), kernel.data(), to.data());
      else
        Convolver<Computed<T>>(conv, x.data(), kernel.data(), to.data()).run();
      to.store();
    });
    return 0;
  });
}

} // namespace cotan
