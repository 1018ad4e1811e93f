// erfcx, ndtri: meaning and derivative. Signature and doc: erfcx.td.
#include "cotan/ops/special/erfcx.inc"

#include "cotan/ops/transcendental/double_exponential.h"
#include "cotan/ops/transcendental/inverse_erf.h"

#include <cmath>
#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

constexpr int64_t highestOrder = 64;

constexpr long double slopeOfErf = 2 * std::numbers::inv_sqrtpi_v<long double>; // at 0

/// 2 / sqrt(pi) / n! times the integral of t^n exp(-t^2 - 2 x t) over t >= 0 (DLMF 7.18.2).
long double scaledErfc(int64_t n, long double x) {
  if (std::isnan(x) || std::isinf(x))
    return std::isnan(x) ? x : x > 0 ? 0 : -x;
  if (x < -106) // beyond what long double holds
    return HUGE_VALL;
  const long double scale = x > 1 ? 1 / x : 1;
  const long double logOfFactorial = std::lgamma((long double)n + 1);
  static const DoubleExponential formula(96);
  const long double sum = formula.integral([&](long double v) {
    const long double t = scale * v, logOfT = std::log(scale) + std::log(v);
    return std::exp(n * logOfT - t * (t + 2 * x) - logOfFactorial);
  });
  return slopeOfErf * scale * sum;
}

/// Of the smaller tail, by Newton's method on the logarithm of erfc, which is nearly a parabola.
long double inverseNormal(long double p) {
  const long double tail = p < 0.5L ? p : 1 - p;
  if (!(tail > 0))
    return tail == 0 ? std::copysign(HUGE_VALL, p - 0.5L) : NAN;
  if (tail > 0.25L)
    return std::numbers::sqrt2_v<long double> * inverseErf(2 * p - 1);
  long double y = std::sqrt(-std::log(2 * tail));
  for (int i = 0; i < 12; ++i) {
    const long double value = std::erfc(y);
    y += std::log(value / (2 * tail)) * value * std::exp(y * y) / slopeOfErf;
  }
  return std::copysign(std::numbers::sqrt2_v<long double> * y, p - 0.5L);
}

} // namespace

Arrays ErfcxOp::evaluate(ArrayRef<Array> x) {
  const int64_t order = getOrder();
  return {mapFloat(x[0], [&](long double a) { return scaledErfc(order, a); })};
}
Lanes ErfcxOp::lower(Element &element) {
  Lanes x = widened(element[0]);
  return convert(call("cotan_erfcx", x.same(getOrder()), x), element[0].dtype());
}
Values ErfcxOp::vjp(RuleBuilder &b, ValueRange g) {
  const int64_t next = getOrder() + 1;
  if (next > highestOrder)
    return {};
  return {b(g[0]) * (-2.0 * double(next) * erfcx(b(getX()), next))};
}
LogicalResult ErfcxOp::verify() {
  const int64_t order = getOrder();
  if (order >= 0 && order <= highestOrder)
    return success();
  return emitOpError("order ") << order << " is outside [0, " << highestOrder << "]";
}

Arrays NdtriOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](long double p) { return inverseNormal(p); })};
}
Lanes NdtriOp::lower(Element &x) { return call("cotan_ndtri", x[0]); }
Values NdtriOp::vjp(RuleBuilder &b, ValueRange g) {
  const double width = std::sqrt(2 * std::numbers::pi);
  return {b(g[0]) * (width * exp(0.5 * square(b(getY()))))};
}
