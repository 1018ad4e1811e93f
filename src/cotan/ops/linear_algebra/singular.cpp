#include "cotan/ops/linear_algebra/singular.h"

#include <cmath>
#include <numeric>

namespace cotan {

/// Turns columns p and q of both, so that those of u become orthogonal. False if they were.
static bool rotate(Dense &u, Dense &v, int64_t p, int64_t q) {
  const long double a = u.dotColumns(p, p), b = u.dotColumns(q, q), both = u.dotColumns(p, q);
  if (std::fabs(both) <= 1e-17L * std::sqrt(a) * std::sqrt(b))
    return false;
  const long double theta = (b - a) / (2 * both);
  const double t =
      (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::hypot(theta, static_cast<long double>(1)));
  const double c = 1 / std::hypot(t, 1), s = t * c;
  for (Dense *x : {&u, &v})
    for (int64_t i = 0; i < x->rows; ++i) {
      const double left = (*x)(i, p), right = (*x)(i, q);
      (*x)(i, p) = c * left - s * right;
      (*x)(i, q) = s * left + c * right;
    }
  return true;
}

/// Makes column j, which may hold anything, a vector of length 1 that is orthogonal to the columns
/// before it: the unit vector least like them, less its parts along them.
static void complete(Dense &u, int64_t j) {
  Dense best(u.rows, 1);
  double longest = 0;
  for (int64_t axis = 0; axis < u.rows; ++axis) {
    for (int64_t i = 0; i < u.rows; ++i)
      u(i, j) = i == axis ? 1 : 0;
    for (int twice = 0; twice < 2; ++twice)
      for (int64_t k = 0; k < j; ++k) {
        const double part = u.dotColumns(k, j);
        for (int64_t i = 0; i < u.rows; ++i)
          u(i, j) -= part * u(i, k);
      }
    const double length = std::sqrt(u.dotColumns(j, j));
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
static Singular decomposed(Dense x) {
  const int64_t n = x.columns;
  Dense v = Dense::identity(n);
  bool isDone = false;
  for (int sweep = 0; sweep < 60 && !isDone; ++sweep) {
    isDone = true;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q)
        isDone = !rotate(x, v, p, q) && isDone;
  }
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](int64_t i, int64_t j) { return x.dotColumns(i, i) > x.dotColumns(j, j); });
  Singular result{Dense(x.rows, n), Dense(1, n), Dense(n, n)};
  for (int64_t j = 0; j < n; ++j) {
    const double s = std::sqrt(x.dotColumns(order[j], order[j]));
    result.s(0, j) = s;
    for (int64_t i = 0; i < x.rows; ++i)
      result.u(i, j) = x(i, order[j]) / s;
    if (s <= 1e-15 * double(x.rows) * result.s(0, 0))
      complete(result.u, j);
    const double sign = signOfColumn(result.u, j);
    scaleColumn(result.u, j, sign);
    for (int64_t i = 0; i < n; ++i)
      result.vt(j, i) = sign * v(i, order[j]);
  }
  return result;
}

static Singular ofNaN(int64_t rows, int64_t columns) {
  return {Dense(rows, columns, NAN), Dense(1, columns, NAN), Dense(columns, columns, NAN)};
}

Singular Singular::of(const Dense &x) {
  return x.isFinite() ? decomposed(x) : ofNaN(x.rows, x.columns);
}

} // namespace cotan
