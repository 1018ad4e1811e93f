#include "cotan/ops/linear_algebra/singular.h"

#include <numeric>

namespace cotan {

/// Turns columns p and q of both, so that those of u become orthogonal. False if they were.
template <typename T> static bool orthogonalize(Dense<T> &u, Dense<T> &v, int64_t p, int64_t q) {
  const long double a = std::real(u.dotColumns(p, p)), b = std::real(u.dotColumns(q, q));
  const typename Dense<T>::Wide both = u.dotColumns(p, q);
  const long double size = std::abs(both);
  if (size <= 1e-17L * std::sqrt(a) * std::sqrt(b))
    return false;
  const T phase = T(both / size);
  const long double theta = (b - a) / (2 * size);
  const double t =
      (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::hypot(theta, static_cast<long double>(1)));
  const double c = 1 / std::hypot(t, 1), s = t * c;
  for (Dense<T> *x : {&u, &v})
    for (int64_t i = 0; i < x->rows; ++i) {
      const T left = (*x)(i, p), right = (*x)(i, q) * conjugate(phase);
      (*x)(i, p) = c * left - s * right;
      (*x)(i, q) = s * left + c * right;
    }
  return true;
}

/// Makes column j, which may hold anything, a vector of length 1 that is orthogonal to the columns
/// before it: the unit vector least like them, less its parts along them.
template <typename T> static void complete(Dense<T> &u, int64_t j) {
  Dense<T> best(u.rows, 1);
  double longest = 0;
  for (int64_t axis = 0; axis < u.rows; ++axis) {
    for (int64_t i = 0; i < u.rows; ++i)
      u(i, j) = i == axis ? 1 : 0;
    for (int twice = 0; twice < 2; ++twice)
      for (int64_t k = 0; k < j; ++k) {
        const T part = T(u.dotColumns(k, j));
        for (int64_t i = 0; i < u.rows; ++i)
          u(i, j) -= part * u(i, k);
      }
    const double length = u.lengthOfColumn(j);
    if (length <= longest)
      continue;
    longest = length;
    for (int64_t i = 0; i < u.rows; ++i)
      best(i, 0) = u(i, j) / length;
  }
  for (int64_t i = 0; i < u.rows; ++i)
    u(i, j) = best(i, 0);
}

/// One-sided Jacobi (Hestenes): the columns of x v are orthogonal, and their lengths are s.
template <typename T> static Singular<T> decomposed(Dense<T> x) {
  const int64_t n = x.columns;
  auto v = Dense<T>::identity(n);
  bool isDone = false;
  for (int sweep = 0; sweep < 60 && !isDone; ++sweep) {
    isDone = true;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q)
        isDone = !orthogonalize(x, v, p, q) && isDone;
  }
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order,
             [&](int64_t i, int64_t j) { return x.lengthOfColumn(i) > x.lengthOfColumn(j); });
  Singular<T> result{Dense<T>(x.rows, n), Dense<double>(1, n), Dense<T>(n, n)};
  for (int64_t j = 0; j < n; ++j) {
    const double s = x.lengthOfColumn(order[j]);
    result.s(0, j) = s;
    for (int64_t i = 0; i < x.rows; ++i)
      result.u(i, j) = x(i, order[j]) / s;
    if (s <= 1e-15 * double(x.rows) * result.s(0, 0))
      complete(result.u, j);
    const T phase = result.u.phaseOfColumn(j);
    result.u.scaleColumn(j, conjugate(phase));
    for (int64_t i = 0; i < n; ++i)
      result.vt(j, i) = phase * conjugate(v(i, order[j]));
  }
  return result;
}

template <typename T> static Singular<T> ofNaN(int64_t rows, int64_t columns) {
  return {Dense<T>(rows, columns, nanOf<T>()), Dense<double>(1, columns, NAN),
          Dense<T>(columns, columns, nanOf<T>())};
}

template <typename T> Singular<T> Singular<T>::of(const Dense<T> &x) {
  return x.isFinite() ? decomposed(x) : ofNaN<T>(x.rows, x.columns);
}

template struct Singular<double>;
template struct Singular<std::complex<double>>;

} // namespace cotan
