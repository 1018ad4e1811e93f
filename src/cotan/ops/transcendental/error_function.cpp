// erf, erfc, erfinv: meaning and derivative. Signature and doc: error_function.td.
#include "cotan/ops/transcendental/error_function.inc"

#include "cotan/ops/transcendental/inverse_erf.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

static constexpr double slopeAtZero = 2 * std::numbers::inv_sqrtpi; // of erf

Arrays ErfOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::erf(a); })};
}
Lanes ErfOp::lower(Element &x) { return call("erf", x[0]); }
Values ErfOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (slopeAtZero * exp(-square(b(getX()))))};
}

Arrays ErfcOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::erfc(a); })};
}
Lanes ErfcOp::lower(Element &x) { return call("erfc", x[0]); }
Values ErfcOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (-slopeAtZero * exp(-square(b(getX()))))};
}

Arrays ErfinvOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return inverseErf(a); })};
}
Lanes ErfinvOp::lower(Element &x) { return call("cotan_erfinv", x[0]); }
Values ErfinvOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (1 / slopeAtZero * exp(square(b(getY()))))};
}
