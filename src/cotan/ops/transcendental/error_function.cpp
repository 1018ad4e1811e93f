// erf, erfc, erfinv: meaning and derivative. Signature and doc: error_function.td.
#include "cotan/ops/transcendental/error_function.inc"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

constexpr double slopeAtZero = 2 * std::numbers::inv_sqrtpi; // of erf

/// Winitzki's approximation, then Halley's method on whichever of erf and erfc does not cancel.
long double inverseErf(long double x) {
  const long double size = std::fabs(x);
  if (!(size < 1))
    return x / (size == 1 ? 0.0L : std::numeric_limits<long double>::quiet_NaN());
  const long double log = std::log1p(-size * size), c = 0.147L;
  const long double t = 2 / (std::numbers::pi_v<long double> * c) + log / 2;
  // For small x the approximation cancels, and the function is a straight line.
  long double y = size < 1e-3L ? size / slopeAtZero : std::sqrt(std::sqrt(t * t - log / c) - t);
  for (int i = 0; i < 4; ++i) {
    const long double error = size < 0.5L ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const long double step =
        error * std::exp(y * y) / (2 * std::numbers::inv_sqrtpi_v<long double>);
    y -= step / (1 + y * step);
  }
  return std::copysign(y, x);
}

} // namespace

Arrays ErfOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::erf(a); })};
}
Values ErfOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (slopeAtZero * exp(-square(b(getX()))))};
}

Arrays ErfcOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::erfc(a); })};
}
Values ErfcOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (-slopeAtZero * exp(-square(b(getX()))))};
}

Arrays ErfinvOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return inverseErf(a); })};
}
Values ErfinvOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (1 / slopeAtZero * exp(square(b(getY()))))};
}
