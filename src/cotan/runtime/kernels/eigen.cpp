#include "cotan/runtime/kernels/eigen.h"

#include "cotan/runtime/kernels/schur_matrices.h"

namespace cotan {
namespace {

/// x, which lies row by row, column by column.
template <typename C> std::vector<C> columnsOf(const C *x, int64_t n) {
  std::vector<C> columns(n * n);
  transposeMatrix(x, n, n, columns.data());
  return columns;
}

/// Of a real matrix: two columns of a pair are the real and the imaginary part of one vector.
template <typename R>
bool findRealVectors(const std::vector<std::complex<R>> &x, int64_t n, std::complex<R> *w,
                     std::complex<R> *v) {
  std::vector<R> a(n * n), vectors(n * n);
  std::transform(x.begin(), x.end(), a.begin(), [](auto value) { return value.real(); });
  if (lapack::geev<R>(n, a.data(), w, vectors.data()) != 0)
    return false;
  for (int64_t j = 0; j < n; ++j) {
    const bool isPair = j + 1 < n && w[j].imag() != 0;
    for (int64_t i = 0; i < n; ++i) {
      const R re = vectors[j * n + i], im = isPair ? vectors[(j + 1) * n + i] : R(0);
      v[j * n + i] = {re, im};
      if (isPair)
        v[(j + 1) * n + i] = {re, -im};
    }
    j += isPair;
  }
  return true;
}

template <typename C> void decompose(const C *x, int64_t n, C *w, C *v) {
  using R = Part<C>;
  std::vector<C> a = columnsOf(x, n), values(n), vectors(n * n);
  const bool isFound =
      areFinite(x, n * n) &&
      (isReal(x, n * n) ? findRealVectors(a, n, values.data(), vectors.data())
                        : lapack::geev<C>(n, a.data(), values.data(), vectors.data()) == 0);
  if (!isFound) {
    fillNaN(w, n);
    return fillNaN(v, n * n);
  }
  const auto order = orderOfEigenvalues(values, double(std::numeric_limits<R>::epsilon()));
  std::vector<C> sorted(n * n);
  for (int64_t j = 0; j < n; ++j) {
    w[j] = values[order[j]];
    std::copy_n(vectors.data() + order[j] * n, n, sorted.data() + j * n);
    turn(sorted.data() + j * n, n, 1);
  }
  transposeMatrix(sorted.data(), n, n, v);
}

template <typename C> void findValues(const C *x, int64_t n, C *w) {
  using R = Part<C>;
  std::vector<C> values(n);
  bool isFound = areFinite(x, n * n);
  if (isFound && isReal(x, n * n)) {
    std::vector<R> a(n * n); // of the transpose, which has the same ones
    std::transform(x, x + n * n, a.begin(), [](C value) { return value.real(); });
    isFound = lapack::geev<R>(n, a.data(), values.data(), nullptr) == 0;
  } else if (isFound) {
    std::vector<C> a = columnsOf(x, n);
    isFound = lapack::geev<C>(n, a.data(), values.data(), nullptr) == 0;
  }
  if (!isFound)
    return fillNaN(w, n);
  const auto order = orderOfEigenvalues(values, double(std::numeric_limits<R>::epsilon()));
  std::transform(order.begin(), order.end(), w, [&](int64_t i) { return values[i]; });
}

template <typename C> void factorBySchur(const C *x, int64_t n, C *t, C *z) {
  SchurMatrices<C> form(columnsOf(x, n), n);
  form.turnColumns();
  transposeMatrix(form.t.data(), n, n, t);
  transposeMatrix(form.z.data(), n, n, z);
}

/// The upper triangular u with u u = t (Björck and Hammarling 1983), column by column. `rows` is u
/// row by row, so that sums are of neighbours.
template <typename C> std::vector<C> rootOfTriangular(SchurMatrices<C> &form) {
  const int64_t n = form.n;
  std::vector<C> u(n * n), rows(n * n);
  for (int64_t j = 0; j < n && !mustStop(); ++j)
    for (int64_t i = j; i >= 0; --i) {
      C value = form.at(i, j);
      if (i == j) {
        value = std::sqrt(value);
      } else {
        for (int64_t k = i + 1; k < j; ++k)
          value -= rows[i * n + k] * u[j * n + k];
        const C sum = u[i * n + i] + u[j * n + j];
        value = value == C(0) && sum == C(0) ? C(0) : value / sum;
      }
      u[j * n + i] = rows[i * n + j] = value;
    }
  return u;
}

/// z u z^H, row by row.
template <typename C>
void putTogether(const SchurMatrices<C> &form, const std::vector<C> &u, C *y) {
  const int64_t n = form.n;
  std::vector<C> left(n * n), whole(n * n);
  lapack::gemm('N', 'N', n, n, n, form.z.data(), n, u.data(), n, left.data(), n);
  lapack::gemm('N', 'C', n, n, n, left.data(), n, form.z.data(), n, whole.data(), n);
  transposeMatrix(whole.data(), n, n, y);
}

template <typename C> void takeRoot(const C *x, int64_t n, C *y) {
  SchurMatrices<C> form(columnsOf(x, n), n);
  putTogether(form, rootOfTriangular(form), y);
}

/// Up to this distance from the identity, seven points are enough for all digits (Higham,
/// "Functions of Matrices", 2008, table 11.1). A matrix that is farther after so many roots is
/// singular: 2^-1074 would need 13.
constexpr double reachOfPoints = 0.264;
constexpr int64_t mostRoots = 60;

/// The points and weights of Gauss and Legendre's quadrature on [0, 1].
struct Point {
  double place, weight;
};
constexpr Point points[] = {
    {0.0254460438286207, 0.0647424830844348}, {0.1292344072003028, 0.1398526957446383},
    {0.2970774243113014, 0.1909150252525595}, {0.5, 0.2089795918367347},
    {0.7029225756886986, 0.1909150252525595}, {0.8707655927996972, 0.1398526957446383},
    {0.9745539561713793, 0.0647424830844348}};

/// The largest sum of sizes in a column of t less the identity, t upper triangular.
template <typename C> double distanceFromOne(const SchurMatrices<C> &form) {
  double largest = 0;
  for (int64_t j = 0; j < form.n; ++j) {
    double sum = 0;
    for (int64_t i = 0; i <= j; ++i)
      sum += std::abs(form.t[j * form.n + i] - (i == j ? C(1) : C(0)));
    largest = sum > largest || std::isnan(sum) ? sum : largest;
  }
  return largest;
}

/// exp(z) - 1 without cancellation.
template <typename R> std::complex<R> exponentialLessOne(std::complex<R> z) {
  const R half = std::sin(z.imag() / 2), size = std::exp(z.real());
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half, size * std::sin(z.imag())};
}

/// The logarithm of the identity and x, upper triangular and small: the integral of
/// x (1 + s x)^-1 for s from 0 to 1.
template <typename C> std::vector<C> logarithmBesideOne(const std::vector<C> &x, int64_t n) {
  std::vector<C> sum(n * n), divisor(n * n), part;
  for (const Point &point : points) {
    std::transform(x.begin(), x.end(), divisor.begin(),
                   [&](C value) { return value * Part<C>(point.place); });
    for (int64_t i = 0; i < n; ++i)
      divisor[i * n + i] += C(1);
    part = x;
    lapack::trsm('L', 'U', 'N', 'N', n, n, divisor.data(), n, part.data(), n);
    std::transform(sum.begin(), sum.end(), part.begin(), sum.begin(),
                   [&](C all, C some) { return all + some * Part<C>(point.weight); });
  }
  return sum;
}

/// Inverse scaling and squaring (Kenney and Laub 1989) of the Schur form. The diagonal is known.
template <typename C> bool takeLogarithm(SchurMatrices<C> &form) {
  const int64_t n = form.n;
  std::vector<C> logs(n);
  for (int64_t i = 0; i < n; ++i)
    logs[i] = std::log(form.at(i, i));
  int64_t roots = 0;
  for (; !(distanceFromOne(form) <= reachOfPoints); ++roots) {
    if (roots == mostRoots || mustStop())
      return false;
    form.t = rootOfTriangular(form);
  }
  const auto factor = Part<C>(std::ldexp(1.0, int(roots)));
  for (int64_t i = 0; i < n; ++i)
    form.at(i, i) = exponentialLessOne(logs[i] / factor);
  form.t = logarithmBesideOne(form.t, n);
  for (C &value : form.t)
    value *= factor;
  for (int64_t i = 0; i < n; ++i)
    form.at(i, i) = logs[i];
  return true;
}

template <typename C> void findLogarithm(const C *x, int64_t n, C *y) {
  SchurMatrices<C> form(columnsOf(x, n), n, /*isOrdered=*/false);
  if (!takeLogarithm(form))
    return fillNaN(y, n * n);
  putTogether(form, form.t, y);
}

/// The Schur form without an order.
template <typename C> bool factorInPlace(std::vector<C> &x, int64_t n, std::vector<C> &z) {
  z.resize(n * n);
  return areFinite(x.data(), n * n) && lapack::gees<C>(n, x.data(), z.data()) == 0;
}

/// Row by row, a x + x b = c is b^T x^T + x^T a^T = c^T: column by column it is the same equation
/// with a and b exchanged. `left` is b and `right` is a, of n and m rows.
template <typename C>
void solveSylvester(std::vector<C> right, int64_t m, std::vector<C> left, int64_t n, const C *c,
                    C *x) {
  constexpr char adjoint = isComplexStorage<C> ? 'C' : 'T';
  std::vector<C> p, q, half(n * m), y(n * m);
  Part<C> scale = 1;
  bool isSolved = areFinite(c, n * m) && factorInPlace(left, n, p) && factorInPlace(right, m, q);
  if (isSolved) {
    lapack::gemm(adjoint, 'N', n, m, n, p.data(), n, c, n, half.data(), n);
    lapack::gemm('N', 'N', n, m, m, half.data(), n, q.data(), m, y.data(), n);
    isSolved = lapack::trsyl<C>(n, m, left.data(), right.data(), y.data(), scale) == 0;
  }
  if (!isSolved)
    return fillNaN(x, n * m);
  for (C &value : y)
    value /= scale;
  lapack::gemm('N', 'N', n, m, n, p.data(), n, y.data(), n, half.data(), n);
  lapack::gemm('N', adjoint, n, m, m, half.data(), n, q.data(), m, x, n);
}

/// Calls `work(x, i, n)` with matrix i of the operand, of n rows; T are real or complex numbers.
template <bool IsComplex, typename F> int32_t forSquare(const TensorView &shaped, F work) {
  return forMatrices(shaped, checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    if constexpr (isComplexStorage<T> == IsComplex) {
      const ComputedOperand<T> x(shaped);
      work(element, x.data(), all);
    }
  });
}

template <bool IsComplex> int32_t schurOf(const TensorView *operands, TensorView *results) {
  return forSquare<IsComplex>(operands[0], [&](auto element, auto *x, const MatrixBatch &all) {
    using T = decltype(element);
    ComputedResult<T> t(results[0]), z(results[1]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 25.0 * size * n, [&, t = t.data(), z = z.data()](int64_t i) {
      factorBySchur(x + i * size, n, t + i * size, z + i * size);
    });
    t.store();
    z.store();
  });
}

} // namespace

int32_t cotan_eig(const TensorView *operands, TensorView *results, const int64_t *) {
  return forSquare<true>(operands[0], [&](auto element, auto *x, const MatrixBatch &all) {
    using T = decltype(element);
    T *w = elementsOf<T>(results[0]), *v = elementsOf<T>(results[1]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 25.0 * size * n,
                 [=](int64_t i) { decompose(x + i * size, n, w + i * n, v + i * size); });
  });
}

int32_t cotan_eigvals(const TensorView *operands, TensorView *results, const int64_t *) {
  return forSquare<true>(operands[0], [&](auto element, auto *x, const MatrixBatch &all) {
    using T = decltype(element);
    T *w = elementsOf<T>(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 10.0 * size * n,
                 [=](int64_t i) { findValues(x + i * size, n, w + i * n); });
  });
}

int32_t cotan_schur(const TensorView *operands, TensorView *results, const int64_t *) {
  return schurOf<true>(operands, results);
}

int32_t cotan_real_schur(const TensorView *operands, TensorView *results, const int64_t *) {
  return schurOf<false>(operands, results);
}

int32_t cotan_sqrtm(const TensorView *operands, TensorView *results, const int64_t *) {
  return forSquare<true>(operands[0], [&](auto element, auto *x, const MatrixBatch &all) {
    using T = decltype(element);
    T *y = elementsOf<T>(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 25.0 * size * n,
                 [=](int64_t i) { takeRoot(x + i * size, n, y + i * size); });
  });
}

int32_t cotan_logm(const TensorView *operands, TensorView *results, const int64_t *) {
  return forSquare<true>(operands[0], [&](auto element, auto *x, const MatrixBatch &all) {
    using T = decltype(element);
    T *y = elementsOf<T>(results[0]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, 30.0 * size * n,
                 [=](int64_t i) { findLogarithm(x + i * size, n, y + i * size); });
  });
}

int32_t cotan_sylvester(const TensorView *operands, TensorView *results, const int64_t *) {
  return forMatrices(operands[2], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    const ComputedOperand<T> a(operands[0]), b(operands[1]), c(operands[2]);
    ComputedResult<T> x(results[0]);
    const int64_t m = all.rows, n = all.columns, size = all.size();
    forEachBatch(all.batches, 25.0 * (double(m) * m * m + double(n) * n * n),
                 [&, x = x.data()](int64_t i) {
                   auto *left = a.data() + i * m * m;
                   auto *right = b.data() + i * n * n;
                   using C = Computed<T>;
                   solveSylvester<C>({left, left + m * m}, m, {right, right + n * n}, n,
                                     c.data() + i * size, x + i * size);
                 });
    x.store();
  });
}

} // namespace cotan
