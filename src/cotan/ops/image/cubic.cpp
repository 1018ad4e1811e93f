#include "cotan/ops/image/cubic.h"

namespace cotan {

/// Of distances up to 1.
static Expr nearWeight(const Expr &d, double a) { return ((a + 2) * d - (a + 3)) * d * d + 1.0; }
/// Of distances from 1 to 2.
static Expr farWeight(const Expr &d, double a) { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; }

Exprs cubicWeights(const Expr &t) {
  constexpr double a = -0.75;
  return {farWeight(t + 1.0, a), nearWeight(t, a), nearWeight(1.0 - t, a), farWeight(2.0 - t, a)};
}

Expr cubicFilter(const Expr &distance) {
  constexpr double a = -0.5;
  Expr d = abs(distance);
  return where(d < 1.0, nearWeight(d, a), where(d < 2.0, farWeight(d, a), 0.0));
}

} // namespace cotan
