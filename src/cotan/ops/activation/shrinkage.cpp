// softshrink, hardshrink, tanhshrink: meaning. Signature and doc: shrinkage.td.
#include "cotan/ops/activation/shrinkage.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

// In the middle 0 * x, so that NaN stays NaN.
Values SoftshrinkOp::decompose(RuleBuilder &b) {
  const double lambda = getLambd().convertToDouble();
  Expr x = b(getX());
  return {where(x > lambda, x - lambda, where(x < -lambda, x + lambda, 0.0 * x))};
}

Values HardshrinkOp::decompose(RuleBuilder &b) {
  const double lambda = getLambd().convertToDouble();
  Expr x = b(getX());
  return {where(and_(x >= -lambda, x <= lambda), 0.0, x)};
}

Values TanhshrinkOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x - tanh(x)};
}

Values TanhshrinkOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * square(tanh(b(getX())))};
}
