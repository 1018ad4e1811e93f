// sigmoid, log_sigmoid, softplus, silu, mish: meaning and derivative. Signature and doc:
// sigmoid.td.
#include "cotan/ops/activation/sigmoid.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// -|x|, whose exponential cannot overflow; smooth at 0 together with a choice by `nonnegative`,
/// which abs would not be.
static Expr minusSize(const Expr &x, const Expr &nonnegative) { return where(nonnegative, -x, x); }

Values SigmoidOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), nonnegative = x >= 0.0;
  Expr e = exp(minusSize(x, nonnegative));
  return {where(nonnegative, 1.0, e) / (1.0 + e)};
}

Values SigmoidOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY());
  return {b(g[0]) * (y * (1.0 - y))};
}

Values LogSigmoidOp::decompose(RuleBuilder &b) { return {-softplus(-b(getX()))}; }

Values LogSigmoidOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * sigmoid(-b(getX()))}; }

Values SoftplusOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), nonnegative = x >= 0.0;
  return {where(nonnegative, x, 0.0) + log1p(exp(minusSize(x, nonnegative)))};
}

Values SoftplusOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * sigmoid(b(getX()))}; }

Values SiluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x * sigmoid(x)};
}

Values SiluOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), s = sigmoid(x);
  return {b(g[0]) * (s * (1.0 + x * (1.0 - s)))};
}

Values MishOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x * tanh(softplus(x))};
}
