#include "cotan/runtime/kernels/linear_algebra.h"

#include "cotan/runtime/kernels/lapack.h"
#include "cotan/runtime/kernels/matrices.h"
#include "cotan/runtime/kernels/reproducible.h"

#include <numeric>

namespace cotan {
namespace {

/// Row by row, the lower triangle of l: column by column, the upper triangle of l^T. So it is of
/// complex numbers, too: x^T is the conjugate of x.
template <typename C> void factorPositive(const C *x, int64_t n, C *l, bool isReproducible) {
  copyLower(x, n, l);
  bool isPositive =
      (isReproducible ? reproducible::potrf(int(n), l) : lapack::potrf('U', n, l, n)) == 0;
  for (int64_t i = 0; i < n; ++i)
    isPositive = isPositive && std::real(l[i * n + i]) > 0;
  if (!isPositive)
    std::fill(l, l + n * n, nanOf<C>());
}

/// x^T a^T = b^T, which is what a x = b is column by column; b lies where x is to be.
template <typename C>
void solveTriangular(const C *a, int64_t n, C *b, int64_t columns, bool isLower, bool transposes,
                     bool isUnit) {
  lapack::trsm('R', isLower ? 'U' : 'L', transposes ? 'T' : 'N', isUnit ? 'U' : 'N', columns, n, a,
               n, b, columns);
}

template <typename C> void factor(const C *a, int64_t n, C *factors, int64_t *permutation) {
  std::vector<C> columns(n * n);
  std::vector<int> pivots(n);
  transposeMatrix(a, n, n, columns.data());
  lapack::getrf(n, n, columns.data(), n, pivots.data());
  if (mustStop()) // there may be no pivots
    return;
  transposeMatrix(columns.data(), n, n, factors);
  std::iota(permutation, permutation + n, 0);
  for (int64_t i = 0; i < n; ++i)
    std::swap(permutation[i], permutation[pivots[i] - 1]);
}

template <typename C>
void solveFactored(const C *factors, const int64_t *permutation, int64_t n, const C *b,
                   int64_t columns, bool transposes, C *x) {
  if (!transposes) {
    for (int64_t i = 0; i < n; ++i)
      std::copy_n(b + permutation[i] * columns, columns, x + i * columns);
    solveTriangular(factors, n, x, columns, true, false, true);
    solveTriangular(factors, n, x, columns, false, false, false);
    return;
  }
  std::vector<C> moved(b, b + n * columns);
  solveTriangular(factors, n, moved.data(), columns, false, true, false);
  solveTriangular(factors, n, moved.data(), columns, true, true, true);
  for (int64_t i = 0; i < n; ++i)
    std::copy_n(moved.data() + i * columns, columns, x + permutation[i] * columns);
}

int32_t checkRows(const int64_t *permutation, int64_t count, int64_t n) {
  for (int64_t i = 0; i < count; ++i)
    if (permutation[i] < 0 || permutation[i] >= n)
      return setError("the permutation has row " + std::to_string(permutation[i]) + " of " +
                      std::to_string(n));
  return 0;
}

} // namespace

int32_t cotan_cholesky(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return forMatrices(operands[0], checkSizes, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> l(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, double(size) * n / 3, [&, to = l.data()](int64_t i) {
      factorPositive(x.data() + i * size, n, to + i * size, numbers[0]);
    });
    l.store();
  });
}

int32_t cotan_triangular_solve(const TensorView *operands, TensorView *results,
                               const int64_t *numbers) {
  return forMatrices(operands[1], checkSizes, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> a(operands[0]), b(operands[1]);
    ComputedResult<T> x(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, double(size) * n / 2, [&, to = x.data()](int64_t i) {
      std::copy_n(b.data() + i * size, size, to + i * size);
      solveTriangular(a.data() + i * n * n, n, to + i * size, all.columns, numbers[0], numbers[1],
                      numbers[2]);
    });
    x.store();
  });
}

int32_t cotan_lu(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSizes, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    int64_t *permutation = elementsOf<int64_t>(results[1]);
    const ComputedOperand<T> a(operands[0]);
    ComputedResult<T> factors(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, double(size) * n / 1.5, [&, to = factors.data()](int64_t i) {
      factor(a.data() + i * size, n, to + i * size, permutation + i * n);
    });
    factors.store();
  });
}

int32_t cotan_lu_solve(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  const auto *permutation = elementsOf<int64_t>(operands[2]);
  auto check = [&](const MatrixBatch &all) {
    const int32_t status = checkSizes(all);
    return status ? status : checkRows(permutation, all.batches * all.rows, all.rows);
  };
  return forMatrices(operands[3], check, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> factors(operands[1]), b(operands[3]);
    ComputedResult<T> x(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, double(size) * n, [&, to = x.data()](int64_t i) {
      solveFactored(factors.data() + i * n * n, permutation + i * n, n, b.data() + i * size,
                    all.columns, numbers[0], to + i * size);
    });
    x.store();
  });
}

} // namespace cotan
