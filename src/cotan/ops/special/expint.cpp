// expi, expn: meaning and derivative. Signature and doc: expint.td.
#include "cotan/ops/special/expint.inc"

#include <cmath>
#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// For x > 1: the continued fraction of DLMF 8.19.17 in its even form, from the end. Below, the
/// power series (8.19.8), in which the term of number n - 1 has a logarithm.
long double exponentialIntegral(int64_t n, long double x) {
  if (!(x >= 0))
    return NAN;
  if (x == 0)
    return n < 2 ? HUGE_VALL : 1 / (n - 1.0L);
  if (n == 0 || std::isinf(x))
    return std::exp(-x) / x;
  if (x > 1) {
    long double rest = 0;
    for (int k = 300; k > 0; --k)
      rest = k * (n + k - 1.0L) / (x + n + 2 * k - rest);
    return std::exp(-x) / (x + n - rest);
  }
  long double sum = 0, factor = 1, harmonic = -std::numbers::egamma_v<long double>;
  for (int64_t k = 1; k < n; ++k)
    harmonic += 1.0L / k;
  for (int64_t k = 0; k < 40 || (k < n && factor != 0); ++k) {
    sum += k == n - 1 ? factor * (harmonic - std::log(x)) : -factor / (k - n + 1.0L);
    factor *= -x / (k + 1);
  }
  return sum;
}

/// gamma + log(x) and the sum of x^k / (k k!) for x > 0 (DLMF 6.6.1).
long double principalValue(long double x) {
  if (x == 0 || std::isnan(x) || x == HUGE_VALL)
    return x == 0 ? -HUGE_VALL : x;
  if (x < 0)
    return -exponentialIntegral(1, -x);
  if (x > 11000)
    return std::exp(x) / x;
  long double sum = 0, term = x;
  for (int64_t k = 1; k < x || term > sum * 1e-22L; ++k) {
    sum += term / k;
    term *= x / (k + 1);
  }
  return std::numbers::egamma_v<long double> + std::log(x) + sum;
}

} // namespace

Arrays ExpiOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](long double a) { return principalValue(a); })};
}
Lanes ExpiOp::lower(Element &x) { return call("cotan_expi", x[0]); }
Values ExpiOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) * (exp(x) / x)};
}

Arrays ExpnOp::evaluate(ArrayRef<Array> x) {
  const int64_t order = getOrder();
  return {mapFloat(x[0], [&](long double a) { return exponentialIntegral(order, a); })};
}
Lanes ExpnOp::lower(Element &element) {
  Lanes x = widened(element[0]); // bf16 has no place for orders above 256
  return convert(call("cotan_expn", x.same(getOrder()), x), element[0].dtype());
}
// DLMF 8.19.13; order 0 is exp(-x) / x.
Values ExpnOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  if (getOrder() == 0)
    return {b(g[0]) * -(b(getY()) * (1.0 + 1.0 / x))};
  return {b(g[0]) * -expn(x, getOrder() - 1)};
}
LogicalResult ExpnOp::verify() {
  const int64_t order = getOrder();
  if (order >= 0 && order <= 1000)
    return success();
  return emitOpError("order ") << order << " is outside [0, 1000]";
}
