// sinh, cosh, tanh, asinh, acosh, atanh: meaning and derivative. Signature and doc: hyperbolic.td.
#include "cotan/ops/transcendental/hyperbolic.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays SinhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::sinh(a); })};
}
Values SinhOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * cosh(b(getX()))}; }

Arrays CoshOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::cosh(a); })};
}
Values CoshOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * sinh(b(getX()))}; }

Arrays TanhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::tanh(a); })};
}
Values TanhOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY());
  return {b(g[0]) * ((1.0 - y) * (1.0 + y))};
}

Arrays AsinhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::asinh(a); })};
}
Values AsinhOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * rsqrt(1.0 + square(b(getX())))};
}

Arrays AcoshOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::acosh(a); })};
}
Values AcoshOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) * rsqrt((x - 1.0) * (x + 1.0))};
}

Arrays AtanhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::atanh(a); })};
}
Values AtanhOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) / ((1.0 - x) * (1.0 + x))};
}
