#include "cotan/runtime/kernels/orthogonal.h"

#include "cotan/runtime/kernels/lapack.h"
#include "cotan/runtime/kernels/phases.h"
#include "cotan/runtime/kernels/reproducible.h"

#include <bit>

namespace cotan {
namespace {

/// The lower triangle row by row is the upper one of x^T column by column, whose eigenvectors are
/// the conjugates.
template <typename C>
void decomposeSymmetric(const C *x, int64_t n, Part<C> *w, C *v, bool isReproducible) {
  std::vector<C> vectors(n * n);
  copyLower(x, n, vectors.data());
  auto decompose = [&](C *a) {
    return isReproducible ? reproducible::syevd(int(n), a, w) : lapack::syevd('U', n, a, n, w);
  };
  if (!areFinite(vectors.data(), n * n) || decompose(vectors.data()) != 0) {
    fillNaN(w, n);
    return fillNaN(v, n * n);
  }
  std::transform(vectors.begin(), vectors.end(), vectors.begin(),
                 [](C value) { return conjugate(value); });
  for (int64_t i = 0; i < n; ++i)
    turn(vectors.data() + i * n, n, 1);
  transposeMatrix(vectors.data(), n, n, v);
}

template <typename C> void findSymmetricValues(const C *x, int64_t n, Part<C> *w) {
  std::vector<C> copy(n * n);
  copyLower(x, n, copy.data());
  if (!areFinite(copy.data(), n * n) ||
      lapack::syevd('U', n, copy.data(), n, w, /*findsVectors=*/false) != 0)
    fillNaN(w, n);
}

template <typename C>
void findSingularValues(const C *x, int64_t rows, int64_t columns, Part<C> *s) {
  std::vector<C> copy(x, x + rows * columns);
  C *none = nullptr;
  if (!areFinite(x, rows * columns) ||
      lapack::gesdd(columns, rows, copy.data(), columns, s, none, columns, none, columns) != 0)
    fillNaN(s, columns);
}

/// x is read column by column as x^T = v s u^T, whose factors lie there as vt and u row by row.
template <typename C>
void decomposeSingular(const C *x, int64_t rows, int64_t columns, C *u, Part<C> *s, C *vt,
                       bool isReproducible = false) {
  std::vector<C> copy(x, x + rows * columns);
  auto decompose = [&](C *a) {
    return isReproducible ? reproducible::gesdd(int(columns), int(rows), a, s, vt, u)
                          : lapack::gesdd(columns, rows, a, columns, s, vt, columns, u, columns);
  };
  if (!areFinite(x, rows * columns) || decompose(copy.data()) != 0) {
    fillNaN(u, rows * columns);
    fillNaN(s, columns);
    return fillNaN(vt, columns * columns);
  }
  for (int64_t j = 0; j < columns; ++j)
    scale(vt + j * columns, columns, 1, turn(u + j, rows, columns));
}

/// v / s u^T, conjugated, of a matrix with at least as many rows as columns, without the parts of
/// small s.
template <typename C>
void invertSingular(const C *x, int64_t rows, int64_t columns, double rtol, C *y) {
  std::vector<C> u(rows * columns), vt(columns * columns);
  std::vector<Part<C>> s(columns);
  decomposeSingular(x, rows, columns, u.data(), s.data(), vt.data());
  for (int64_t k = 0; k < columns; ++k)
    for (int64_t j = 0; j < columns; ++j)
      vt[k * columns + j] = s[k] <= rtol * s[0] ? C(0) : vt[k * columns + j] / s[k];
  if constexpr (isComplexStorage<C>) // y^T
    return lapack::gemm('C', 'C', rows, columns, columns, u.data(), columns, vt.data(), columns, y,
                        rows);
  else {
    const Matrix<C> left{vt.data(), columns, 1}, right{u.data(), columns, 1};
    multiply(columns, rows, columns, left.transposed(), right.transposed(), y, rows);
  }
}

template <typename C> void invert(const C *x, int64_t rows, int64_t columns, double rtol, C *y) {
  if (rows >= columns)
    return invertSingular(x, rows, columns, rtol, y);
  std::vector<C> turned(rows * columns), inverse(rows * columns);
  transposeMatrix(x, rows, columns, turned.data());
  invertSingular(turned.data(), columns, rows, rtol, inverse.data());
  transposeMatrix(inverse.data(), rows, columns, y);
}

/// u vt, of a matrix with at least as many rows as columns.
template <typename C> void findNearestOrthogonal(const C *x, int64_t rows, int64_t columns, C *y) {
  std::vector<C> u(rows * columns), vt(columns * columns);
  std::vector<Part<C>> s(columns);
  decomposeSingular(x, rows, columns, u.data(), s.data(), vt.data());
  if constexpr (isComplexStorage<C>) // y^T
    return lapack::gemm('N', 'N', columns, rows, columns, vt.data(), columns, u.data(), columns, y,
                        columns);
  else
    multiply(rows, columns, columns, Matrix<C>{u.data(), columns, 1},
             Matrix<C>{vt.data(), columns, 1}, y, columns);
}

/// q in place of a, which lies column by column; r row by row.
template <typename C>
void factorOrthogonal(int64_t rows, int64_t columns, C *a, C *r, bool isReproducible) {
  if (isReproducible) {
    std::vector<C> turned(columns * columns);
    reproducible::qr(int(rows), int(columns), a, turned.data());
    return transposeMatrix(turned.data(), columns, columns, r);
  }
  std::vector<C> scales(columns);
  lapack::geqrf(rows, columns, a, rows, scales.data());
  if (mustStop())
    return;
  for (int64_t i = 0; i < columns; ++i)
    for (int64_t j = 0; j < columns; ++j)
      r[i * columns + j] = j < i ? C(0) : a[j * rows + i];
  lapack::orgqr(rows, columns, columns, a, rows, scales.data());
}

template <typename C>
void orthogonalize(const C *x, int64_t rows, int64_t columns, C *q, C *r, bool isReproducible) {
  if (!areFinite(x, rows * columns)) {
    fillNaN(q, rows * columns);
    return fillNaN(r, columns * columns);
  }
  std::vector<C> turned(rows * columns);
  transposeMatrix(x, rows, columns, turned.data());
  factorOrthogonal(rows, columns, turned.data(), r, isReproducible);
  if (mustStop())
    return;
  for (int64_t i = 0; i < columns; ++i)
    if (std::real(r[i * columns + i]) < 0) { // it is real
      scale(r + i * columns + i, columns - i, 1, C(-1));
      scale(turned.data() + i * rows, rows, 1, C(-1));
    }
  transposeMatrix(turned.data(), columns, rows, q);
}

} // namespace

int32_t cotan_eigh(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<Part<T>> w(results[0]);
    ComputedResult<T> v(results[1]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 9.0 * size * n, [&, w = w.data(), v = v.data()](int64_t i) {
      decomposeSymmetric(x.data() + i * size, n, w + i * n, v + i * size, numbers[0]);
    });
    w.store();
    v.store();
  });
}

int32_t cotan_eigvalsh(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<Part<T>> w(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 1.4 * size * n, [&, w = w.data()](int64_t i) {
      findSymmetricValues(x.data() + i * size, n, w + i * n);
    });
    w.store();
  });
}

int32_t cotan_svdvals(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<Part<T>> s(results[0]);
    const int64_t n = all.columns, size = all.size();
    forEachBatch(all.batches, 3.0 * size * n, [&, s = s.data()](int64_t i) {
      findSingularValues(x.data() + i * size, all.rows, n, s + i * n);
    });
    s.store();
  });
}

int32_t cotan_svd(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> u(results[0]), vt(results[2]);
    ComputedResult<Part<T>> s(results[1]);
    const int64_t n = all.columns, size = all.size();
    forEachBatch(all.batches, 16.0 * size * n,
                 [&, u = u.data(), s = s.data(), vt = vt.data()](int64_t i) {
                   decomposeSingular(x.data() + i * size, all.rows, n, u + i * size, s + i * n,
                                     vt + i * n * n, numbers[0]);
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

int32_t cotan_polar(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> y(results[0]);
    const int64_t size = all.size();
    forEachBatch(all.batches, 18.0 * size * all.columns, [&, y = y.data()](int64_t i) {
      findNearestOrthogonal(x.data() + i * size, all.rows, all.columns, y + i * size);
    });
    y.store();
  });
}

int32_t cotan_qr(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> q(results[0]), r(results[1]);
    const int64_t n = all.columns, size = all.size();
    forEachBatch(all.batches, 4.0 * size * n, [&, q = q.data(), r = r.data()](int64_t i) {
      orthogonalize(x.data() + i * size, all.rows, n, q + i * size, r + i * n * n, numbers[0]);
    });
    q.store();
    r.store();
  });
}

} // namespace cotan
