// sin and its siblings: meaning and derivative. Signature and doc: trigonometric.td.
// trigonometric.td.
#include "cotan/ops/transcendental/trigonometric.inc"

#include "cotan/ops/arithmetic/magnitude.h"
#include "cotan/ops/complex/numbers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

// 1 - x^2 without cancellation near -1 and 1.
static Expr oneMinusSquare(const Expr &x) { return (1.0 - x) * (1.0 + x); }

Arrays SinOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::sin(a); })};
}
Lanes SinOp::lower(Element &x) { return call("sin", x[0]); }
Values SinOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * cos(b(getX()))}; }
Values SinOp::splitComplex(RuleBuilder &b) {
  return {joined(overI(hyperbolicSine(timesI(partsOf(b(getX()))))))};
}

Arrays CosOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::cos(a); })};
}
Lanes CosOp::lower(Element &x) { return call("cos", x[0]); }
Values CosOp::vjp(RuleBuilder &b, ValueRange g) { return {-b(g[0]) * sin(b(getX()))}; }
Values CosOp::splitComplex(RuleBuilder &b) {
  return {joined(hyperbolicCosine(timesI(partsOf(b(getX())))))};
}

Arrays TanOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::tan(a); })};
}
Lanes TanOp::lower(Element &x) { return call("tan", x[0]); }
Values TanOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * (1.0 + square(b(getY())))}; }
Values TanOp::splitComplex(RuleBuilder &b) {
  return {joined(overI(hyperbolicTangent(timesI(partsOf(b(getX()))))))};
}

Arrays AsinOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::asin(a); })};
}
Lanes AsinOp::lower(Element &x) { return call("asin", x[0]); }
Values AsinOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * rsqrt(oneMinusSquare(b(getX())))};
}
Values AsinOp::splitComplex(RuleBuilder &b) { return {joined(arcSine(partsOf(b(getX()))))}; }

Arrays AcosOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::acos(a); })};
}
Lanes AcosOp::lower(Element &x) { return call("acos", x[0]); }
Values AcosOp::vjp(RuleBuilder &b, ValueRange g) {
  return {-b(g[0]) * rsqrt(oneMinusSquare(b(getX())))};
}
Values AcosOp::splitComplex(RuleBuilder &b) { return {joined(arcCosine(partsOf(b(getX()))))}; }

Arrays AtanOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::atan(a); })};
}
Lanes AtanOp::lower(Element &x) { return call("atan", x[0]); }
Values AtanOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) / (1.0 + square(b(getX())))}; }
Values AtanOp::splitComplex(RuleBuilder &b) {
  return {joined(overI(areaTangent(timesI(partsOf(b(getX()))))))};
}

Arrays Atan2Op::evaluate(ArrayRef<Array> operands) {
  return {zipFloat(operands[0], operands[1], [](auto y, auto x) { return std::atan2(y, x); })};
}
Lanes Atan2Op::lower(Element &x) { return call("atan2", x[0], x[1]); }
Values Atan2Op::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY()), x = b(getX()), distance = hypot(x, y); // whose square may overflow, or be 0
  auto [u, v] = directionOf(y, x, distance);
  Expr scaled = b(g[0]) / distance;
  return {scaled * v, -scaled * u};
}
