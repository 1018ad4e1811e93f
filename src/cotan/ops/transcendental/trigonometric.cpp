// sin and its siblings: meaning and derivative. Signature and doc: trigonometric.td.
// trigonometric.td.
#include "cotan/ops/transcendental/trigonometric.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

// 1 - x^2 without cancellation near -1 and 1.
static Expr oneMinusSquare(const Expr &x) { return (1.0 - x) * (1.0 + x); }

Arrays SinOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::sin(a); })};
}
Values SinOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * cos(b(getX()))}; }

Arrays CosOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::cos(a); })};
}
Values CosOp::vjp(RuleBuilder &b, ValueRange g) { return {-b(g[0]) * sin(b(getX()))}; }

Arrays TanOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::tan(a); })};
}
Values TanOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * (1.0 + square(b(getY())))}; }

Arrays AsinOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::asin(a); })};
}
Values AsinOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * rsqrt(oneMinusSquare(b(getX())))};
}

Arrays AcosOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::acos(a); })};
}
Values AcosOp::vjp(RuleBuilder &b, ValueRange g) {
  return {-b(g[0]) * rsqrt(oneMinusSquare(b(getX())))};
}

Arrays AtanOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::atan(a); })};
}
Values AtanOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) / (1.0 + square(b(getX())))}; }

Arrays Atan2Op::evaluate(ArrayRef<Array> operands) {
  return {zipFloat(operands[0], operands[1], [](auto y, auto x) { return std::atan2(y, x); })};
}
Values Atan2Op::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY()), x = b(getX());
  Expr scaled = b(g[0]) / (square(x) + square(y));
  return {scaled * x, -scaled * y};
}
