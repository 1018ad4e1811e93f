// What the kernels of linear algebra share: tensors as batches of matrices in the last two axes.
#pragma once

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/computed.h"
#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/parallel.h"

#include <limits>

namespace cotan {

/// The sizes of the last two axes, as LAPACK takes them, and how many matrices there are.
struct MatrixBatch {
  explicit MatrixBatch(const TensorView &x)
      : batches(productOf(x, 0, x.rank - 2)), rows(x.sizes[x.rank - 2]),
        columns(x.sizes[x.rank - 1]) {}

  int64_t batches, rows, columns;

  int64_t size() const { return rows * columns; }
  bool isEmpty() const { return batches == 0 || size() == 0; }
};

/// Whether LAPACK can count the rows and columns.
inline int32_t checkSizes(const MatrixBatch &all) {
  return std::max(all.rows, all.columns) <= std::numeric_limits<int>::max()
             ? 0
             : setError("a matrix has more than 2^31 - 1 rows or columns");
}

/// Calls `work(element)` with an element of the type that stores the floats or complex numbers.
template <typename F> void visitInexact(DType dtype, F work) {
  visitElement(dtype, [&](auto element) {
    if constexpr (isFloatStorage<decltype(element)> || isComplexStorage<decltype(element)>)
      work(element);
  });
}

/// Calls `work(element, all)` with an element of the type that stores the numbers and the matrices
/// of `shaped`, if there are any and `check(all)` finds nothing wrong with their sizes.
template <typename Check, typename F>
int32_t forMatrices(const TensorView &shaped, Check check, F work) {
  return withoutExceptions([&] {
    const MatrixBatch all(shaped);
    if (all.isEmpty())
      return 0;
    if (int32_t status = check(all))
      return status;
    visitInexact(dtypeOf(shaped), [&](auto element) { work(element, all); });
    return 0;
  });
}

/// Calls `work(i)` for each of the batches, on several threads where that pays; each takes about
/// `work` multiplications.
template <typename F> void forEachBatch(int64_t batches, double multiplications, F work) {
  const int64_t grain = 1 + int64_t(double(workOfThread) / std::max(1.0, multiplications));
  runtime::parallelFor(batches, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end && !mustStop(); ++i)
      work(i);
  });
}

/// to[j, i] = from[i, j], in squares that stay in the cache.
template <typename T> void transposeMatrix(const T *from, int64_t rows, int64_t columns, T *to) {
  constexpr int64_t side = 16;
  for (int64_t top = 0; top < rows; top += side)
    for (int64_t left = 0; left < columns; left += side)
      for (int64_t i = top; i < std::min(top + side, rows); ++i)
        for (int64_t j = left; j < std::min(left + side, columns); ++j)
          to[j * rows + i] = from[i * columns + j];
}

template <typename C> C nanOf() {
  constexpr auto nan = std::numeric_limits<Part<C>>::quiet_NaN();
  if constexpr (isComplexStorage<C>)
    return {nan, nan};
  else
    return nan;
}

/// Row by row the lower triangle of `x`, with a diagonal of real numbers, and zeros.
template <typename C> void copyLower(const C *x, int64_t n, C *to) {
  for (int64_t i = 0; i < n; ++i) {
    std::copy(x + i * n, x + i * n + i, to + i * n);
    to[i * n + i] = std::real(x[i * n + i]);
    std::fill(to + i * n + i + 1, to + (i + 1) * n, C(0));
  }
}

} // namespace cotan
