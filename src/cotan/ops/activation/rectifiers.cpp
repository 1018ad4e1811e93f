// relu, relu6, leaky_relu, elu: meaning and derivative. Signature and doc: rectifiers.td.
#include "cotan/ops/activation/rectifiers.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values ReluOp::decompose(RuleBuilder &b) { return {maximum(b(getX()), 0.0)}; }

// `maximum` alone would share the cotangent between x and 0 where x is 0.
Values ReluOp::vjp(RuleBuilder &b, ValueRange g) { return {where(b(getY()) > 0.0, b(g[0]), 0.0)}; }

Values Relu6Op::decompose(RuleBuilder &b) { return {minimum(maximum(b(getX()), 0.0), 6.0)}; }

Values Relu6Op::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY());
  return {where(and_(y > 0.0, y < 6.0), b(g[0]), 0.0)};
}

Values LeakyReluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x >= 0.0, x, getSlope().convertToDouble() * x)};
}

// The exponential sees no positive number: it would overflow, and its slope times 0 would be NaN.
Values EluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), positive = x > 0.0;
  return {where(positive, x, getAlpha().convertToDouble() * expm1(where(positive, 0.0, x)))};
}
