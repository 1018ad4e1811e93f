// bessel_i, bessel_ie: meaning and derivative. Signature and doc: bessel.td.
#include "cotan/ops/special/bessel.inc"

#include <cmath>
#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// Times exp(-x), for x >= 0: the sum of (x/2)^(2k+n) / (k! (k+n)!) (DLMF 10.25.2), or of the
/// series at infinity (10.40.1), whose terms fall fast from where it is used.
long double besselIe(int64_t n, long double x) {
  if (std::isinf(x) || std::isnan(x))
    return std::isnan(x) ? x : 0;
  long double sum = 0;
  if (x > 10000) {
    long double term = 1;
    for (int k = 1; k < 40; ++k) {
      sum += term;
      const long double odd = 2 * k - 1;
      term *= (odd * odd - 4.0L * n * n) / (8 * k * x);
    }
    return sum / std::sqrt(2 * std::numbers::pi_v<long double> * x);
  }
  const long double half = x / 2;
  long double term = 1;
  for (int64_t k = 1; k <= n; ++k)
    term *= half / k;
  for (int64_t k = 1; term > sum * 1e-22L; ++k) {
    sum += term;
    term *= half / k * (half / (k + n));
  }
  return sum * std::exp(-x);
}

long double withSign(int64_t order, long double x, long double y) {
  return order % 2 ? std::copysign(y, x) : y;
}

constexpr int64_t highestBessel = 64;

LogicalResult verifyOrder(Operation *op, int64_t order) {
  if (order >= 0 && order <= highestBessel)
    return success();
  return op->emitOpError("order ") << order << " is outside [0, " << highestBessel << "]";
}

Lanes callWithOrder(StringRef function, int64_t order, Element &element) {
  Lanes x = widened(element[0]);
  return convert(call(function, x.same(order), x), element[0].dtype());
}

} // namespace

Arrays BesselIOp::evaluate(ArrayRef<Array> x) {
  const int64_t n = getOrder();
  return {mapFloat(x[0], [&](long double a) {
    const long double size = std::fabs(a);
    return withSign(n, a, size > 10000 ? size * HUGE_VALL : besselIe(n, size) * std::exp(size));
  })};
}
Lanes BesselIOp::lower(Element &x) { return callWithOrder("cotan_bessel_i", getOrder(), x); }
LogicalResult BesselIOp::verify() { return verifyOrder(*this, getOrder()); }
Values BesselIOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  const int64_t n = getOrder();
  if (n == highestBessel)
    return {};
  if (n == 0)
    return {b(g[0]) * bessel_i(x, 1)};
  return {b(g[0]) * (0.5 * bessel_i(x, n - 1) + 0.5 * bessel_i(x, n + 1))};
}

Arrays BesselIeOp::evaluate(ArrayRef<Array> x) {
  const int64_t n = getOrder();
  return {mapFloat(x[0], [&](long double a) { return withSign(n, a, besselIe(n, std::fabs(a))); })};
}
Lanes BesselIeOp::lower(Element &x) { return callWithOrder("cotan_bessel_ie", getOrder(), x); }
LogicalResult BesselIeOp::verify() { return verifyOrder(*this, getOrder()); }
Values BesselIeOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  const int64_t n = getOrder();
  if (n == highestBessel)
    return {};
  Expr slope = n == 0 ? bessel_ie(x, 1) : 0.5 * bessel_ie(x, n - 1) + 0.5 * bessel_ie(x, n + 1);
  return {b(g[0]) * (slope - sign(x) * b(getY()))};
}
