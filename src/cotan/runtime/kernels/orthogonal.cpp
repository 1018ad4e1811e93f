#include "cotan/runtime/kernels/orthogonal.h"

#include "cotan/runtime/kernels/lapack.h"
#include "cotan/runtime/kernels/matrices.h"

#include <bit>
#include <cmath>

namespace cotan {
namespace {

/// LAPACK counts its workspace, some 4 n^2 numbers of the smaller side n, in 32 bits.
constexpr int64_t longestSide = 23000;

/// An error if one of the matrices has a factor that LAPACK cannot compute.
int32_t checkSides(const MatrixBatch &all) {
  if (int32_t status = checkSizes(all))
    return status;
  if (std::min(all.rows, all.columns) > longestSide)
    return setError(
        "a matrix of " + std::to_string(all.rows) + " rows and " + std::to_string(all.columns) +
        " columns is too large; the smaller side may be " + std::to_string(longestSide));
  return 0;
}

template <typename C> bool isFinite(const C *x, int64_t count) {
  return std::all_of(x, x + count, [](C value) { return std::isfinite(value); });
}

template <typename C> void fillNaN(C *x, int64_t count) {
  std::fill(x, x + count, std::numeric_limits<C>::quiet_NaN());
}

/// Whether the first of the elements about as large as the largest is negative. They lie `step`
/// apart.
template <typename C> bool isTurned(const C *x, int64_t count, int64_t step) {
  C largest = 0;
  for (int64_t i = 0; i < count; ++i)
    largest = std::max(largest, std::fabs(x[i * step]));
  for (int64_t i = 0; i < count; ++i)
    if (std::fabs(x[i * step]) >= C(0.9) * largest)
      return x[i * step] < 0;
  return false;
}

template <typename C> void turn(C *x, int64_t count, int64_t step) {
  for (int64_t i = 0; i < count; ++i)
    x[i * step] = -x[i * step];
}

/// The lower triangle row by row is the upper one column by column.
template <typename C> void decomposeSymmetric(const C *x, int64_t n, C *w, C *v) {
  std::vector<C> vectors(n * n, C(0));
  for (int64_t i = 0; i < n; ++i)
    std::copy(x + i * n, x + i * n + i + 1, vectors.data() + i * n);
  if (!isFinite(vectors.data(), n * n) || lapack::syevd('U', n, vectors.data(), n, w) != 0) {
    fillNaN(w, n);
    return fillNaN(v, n * n);
  }
  for (int64_t i = 0; i < n; ++i)
    if (isTurned(vectors.data() + i * n, n, 1))
      turn(vectors.data() + i * n, n, 1);
  transposeMatrix(vectors.data(), n, n, v);
}

/// x is read column by column as x^T = v s u^T, whose factors lie there as vt and u row by row.
template <typename C>
void decomposeSingular(const C *x, int64_t rows, int64_t columns, C *u, C *s, C *vt) {
  std::vector<C> copy(x, x + rows * columns);
  if (!isFinite(x, rows * columns) ||
      lapack::gesdd(columns, rows, copy.data(), columns, s, vt, columns, u, columns) != 0) {
    fillNaN(u, rows * columns);
    fillNaN(s, columns);
    return fillNaN(vt, columns * columns);
  }
  for (int64_t j = 0; j < columns; ++j)
    if (isTurned(u + j, rows, columns)) {
      turn(u + j, rows, columns);
      turn(vt + j * columns, columns, 1);
    }
}

/// v / s u^T of a matrix with at least as many rows as columns, without the parts of small s.
template <typename C>
void invertSingular(const C *x, int64_t rows, int64_t columns, double rtol, C *y) {
  std::vector<C> u(rows * columns), s(columns), vt(columns * columns);
  decomposeSingular(x, rows, columns, u.data(), s.data(), vt.data());
  for (int64_t k = 0; k < columns; ++k)
    for (int64_t j = 0; j < columns; ++j)
      vt[k * columns + j] = s[k] <= rtol * s[0] ? C(0) : vt[k * columns + j] / s[k];
  const Matrix<C> left{vt.data(), columns, 1}, right{u.data(), columns, 1};
  multiply(columns, rows, columns, left.transposed(), right.transposed(), y, rows);
}

template <typename C> void invert(const C *x, int64_t rows, int64_t columns, double rtol, C *y) {
  if (rows >= columns)
    return invertSingular(x, rows, columns, rtol, y);
  std::vector<C> turned(rows * columns), inverse(rows * columns);
  transposeMatrix(x, rows, columns, turned.data());
  invertSingular(turned.data(), columns, rows, rtol, inverse.data());
  transposeMatrix(inverse.data(), rows, columns, y);
}

template <typename C> void orthogonalize(const C *x, int64_t rows, int64_t columns, C *q, C *r) {
  if (!isFinite(x, rows * columns)) {
    fillNaN(q, rows * columns);
    return fillNaN(r, columns * columns);
  }
  std::vector<C> turned(rows * columns), scales(columns);
  transposeMatrix(x, rows, columns, turned.data());
  lapack::geqrf(rows, columns, turned.data(), rows, scales.data());
  if (mustStop())
    return;
  for (int64_t i = 0; i < columns; ++i)
    for (int64_t j = 0; j < columns; ++j)
      r[i * columns + j] = j < i ? C(0) : turned[j * rows + i];
  lapack::orgqr(rows, columns, columns, turned.data(), rows, scales.data());
  if (mustStop())
    return;
  for (int64_t i = 0; i < columns; ++i)
    if (r[i * columns + i] < 0) {
      turn(r + i * columns + i, columns - i, 1);
      turn(turned.data() + i * rows, rows, 1);
    }
  transposeMatrix(turned.data(), columns, rows, q);
}

} // namespace

int32_t cotan_eigh(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> w(results[0]), v(results[1]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 9.0 * size * n, [&, w = w.data(), v = v.data()](int64_t i) {
      decomposeSymmetric(x.data() + i * size, n, w + i * n, v + i * size);
    });
    w.store();
    v.store();
  });
}

int32_t cotan_svd(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> u(results[0]), s(results[1]), vt(results[2]);
    const int64_t n = all.columns, size = all.size();
    forEachBatch(all.batches, 16.0 * size * n,
                 [&, u = u.data(), s = s.data(), vt = vt.data()](int64_t i) {
                   decomposeSingular(x.data() + i * size, all.rows, n, u + i * size, s + i * n,
                                     vt + i * n * n);
                 });
    u.store();
    s.store();
    vt.store();
  });
}

int32_t cotan_pinv(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> y(results[0]);
    const int64_t size = all.size();
    const double rtol = std::bit_cast<double>(numbers[0]);
    forEachBatch(all.batches, 16.0 * size * std::min(all.rows, all.columns),
                 [&, y = y.data()](int64_t i) {
                   invert(x.data() + i * size, all.rows, all.columns, rtol, y + i * size);
                 });
    y.store();
  });
}

int32_t cotan_qr(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> q(results[0]), r(results[1]);
    const int64_t n = all.columns, size = all.size();
    forEachBatch(all.batches, 4.0 * size * n, [&, q = q.data(), r = r.data()](int64_t i) {
      orthogonalize(x.data() + i * size, all.rows, n, q + i * size, r + i * n * n);
    });
    q.store();
    r.store();
  });
}

} // namespace cotan
