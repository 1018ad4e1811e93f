// Exponentials and logarithms: meaning and derivative. Signature and doc: exponential.td.
// exponential.td.
#include "cotan/ops/transcendental/exponential.inc"

#include "cotan/ops/complex/numbers.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays ExpOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::exp(a); })};
}
Lanes ExpOp::lower(Element &x) { return call("exp", x[0]); }
Values ExpOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * b(getY())}; }
Values ExpOp::splitComplex(RuleBuilder &b) { return {joined(exponential(partsOf(b(getX()))))}; }

Arrays Expm1Op::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::expm1(a); })};
}
Lanes Expm1Op::lower(Element &x) { return call("expm1", x[0]); }
// Not y + 1, which has no digits far below 0.
Values Expm1Op::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * exp(b(getX()))}; }
Values Expm1Op::splitComplex(RuleBuilder &b) {
  return {joined(exponentialLessOne(partsOf(b(getX()))))};
}

Arrays LogOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::log(a); })};
}
Lanes LogOp::lower(Element &x) { return call("log", x[0]); }
Values LogOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) / b(getX())}; }
Values LogOp::splitComplex(RuleBuilder &b) { return {joined(logarithm(partsOf(b(getX()))))}; }

Arrays Log1pOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::log1p(a); })};
}
Lanes Log1pOp::lower(Element &x) { return log1p(x[0]); }
Values Log1pOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) / (b(getX()) + 1.0)}; }
Values Log1pOp::splitComplex(RuleBuilder &b) {
  const auto [x, y] = partsOf(b(getX()));
  const Expr isNear = and_(abs(x) < 0.25, abs(y) < 0.25);
  const Expr nearX = where(isNear, x, 0.0), nearY = where(isNear, y, 0.0);
  const Expr near = 0.5 * log1p(nearX * (2.0 + nearX) + nearY * nearY);
  const Expr far = logOfSize({1.0 + x, y});
  return {joined({where(isNear, near, far), atan2(y, 1.0 + x)})};
}

Arrays Exp2Op::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::exp2(a); })};
}
Lanes Exp2Op::lower(Element &x) { return call("exp2", x[0]); }
Values Exp2Op::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (std::numbers::ln2 * b(getY()))};
}
Values Exp2Op::splitComplex(RuleBuilder &b) {
  return {joined(exponential(partsOf(b(getX())) * std::numbers::ln2))};
}

Arrays Log2Op::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::log2(a); })};
}
Lanes Log2Op::lower(Element &x) { return call("log2", x[0]); }
Values Log2Op::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) / (std::numbers::ln2 * b(getX()))};
}
Values Log2Op::splitComplex(RuleBuilder &b) {
  return {joined(logarithm(partsOf(b(getX()))) * (1 / std::numbers::ln2))};
}

Arrays Log10Op::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::log10(a); })};
}
Lanes Log10Op::lower(Element &x) { return call("log10", x[0]); }
Values Log10Op::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) / (std::numbers::ln10 * b(getX()))};
}
Values Log10Op::splitComplex(RuleBuilder &b) {
  return {joined(logarithm(partsOf(b(getX()))) * (1 / std::numbers::ln10))};
}
