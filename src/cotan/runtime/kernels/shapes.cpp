#include "cotan/runtime/kernels/shapes.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/wide_numbers.h"

#include <algorithm>
#include <vector>

namespace cotan {
namespace {

/// Axes that lie next to each other and are all summed over or all kept, as one.
struct Run {
  int64_t size;
  bool isSummed;
};

std::vector<Run> runsOf(const TensorView &x, const TensorView &y) {
  std::vector<Run> runs;
  for (int64_t axis = 0; axis < x.rank; ++axis) {
    const int64_t inResult = axis - (x.rank - y.rank);
    if (x.sizes[axis] == 1)
      continue;
    bool isSummed = inResult < 0 || y.sizes[inResult] == 1;
    if (!runs.empty() && runs.back().isSummed == isSummed)
      runs.back().size *= x.sizes[axis];
    else
      runs.push_back({x.sizes[axis], isSummed});
  }
  if (runs.empty())
    runs.push_back({1, false});
  return runs;
}

/// In several sums side by side, which need not wait for each other.
template <typename W, typename T> W sumOf(const T *x, int64_t count) {
  constexpr int64_t lanes = 8;
  W sums[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t j = 0; j < lanes; ++j)
      sums[j] += static_cast<W>(widen(x[i + j]));
  W total = 0;
  for (; i < count; ++i)
    total += static_cast<W>(widen(x[i]));
  for (W sum : sums)
    total += sum;
  return total;
}

/// Adds the elements of x to `sums`, which has the kept ones. Runs from `depth` on are left.
template <typename W, typename T>
const T *addRuns(const std::vector<Run> &runs, const T *x, W *sums) {
  std::vector<int64_t> index(runs.size(), 0), step(runs.size(), 0);
  int64_t kept = 1;
  for (size_t k = runs.size(); k-- > 0;) {
    step[k] = runs[k].isSummed ? 0 : kept;
    kept *= runs[k].isSummed ? 1 : runs[k].size;
  }
  const Run &last = runs.back();
  for (W *target = sums;;) {
    if (last.isSummed)
      *target += sumOf<W>(x, last.size);
    else
      for (int64_t j = 0; j < last.size; ++j)
        target[j] += static_cast<W>(widen(x[j]));
    x += last.size;
    int64_t k = int64_t(runs.size()) - 2;
    for (; k >= 0; --k) {
      target += step[k];
      if (++index[k] < runs[k].size)
        break;
      target -= step[k] * runs[k].size;
      index[k] = 0;
    }
    if (k < 0)
      return x;
  }
}

} // namespace

int32_t cotan_sum_to(const TensorView *operands, TensorView *results, const int64_t *) {
  return withoutExceptions([&] {
    const TensorView &x = operands[0];
    TensorView &y = results[0];
    visitNumber(dtypeOf(x), [&](auto element) {
      using T = decltype(element);
      using W = std::conditional_t<isFloatStorage<T>, double, uint64_t>; // unsigned: wraps around
      std::vector<W> sums(countOf(y), 0);
      if (countOf(x) != 0)
        addRuns(runsOf(x, y), elementsOf<T>(x), sums.data());
      std::transform(sums.begin(), sums.end(), elementsOf<T>(y), narrow<T, W>);
    });
    return 0;
  });
}

int32_t cotan_broadcast_shapes(const TensorView *operands, TensorView *results,
                               const int64_t *numbers) {
  return withoutExceptions([&] {
    const int64_t rank = results[0].sizes[0];
    int64_t *sizes = elementsOf<int64_t>(results[0]);
    std::fill_n(sizes, rank, 1);
    for (int64_t i = 0; i < numbers[0]; ++i) {
      const int64_t length = operands[i].sizes[0];
      const int64_t *other = elementsOf<int64_t>(operands[i]);
      for (int64_t at = 0; at < length; ++at) {
        int64_t &size = sizes[rank - length + at];
        if (size != 1 && other[at] != 1 && size != other[at])
          return setError("shapes do not fit together: sizes " + std::to_string(size) + " and " +
                          std::to_string(other[at]) + " are neither equal nor 1");
        size = size == 1 ? other[at] : size;
      }
    }
    return 0;
  });
}

} // namespace cotan
