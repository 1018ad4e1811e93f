// logit, log1mexp: meaning and derivative. Signature and doc: logit.td.
#include "cotan/ops/activation/logit.inc"

#include <numbers>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

// Near 1/2 the quotient is near 1, whose logarithm is that of few digits. What is not chosen sees
// numbers at which it is finite.
Values LogitOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), isMiddle = and_(x > 0.25, x < 0.75);
  return {where(isMiddle, 2.0 * atanh(2.0 * where(isMiddle, x, 0.5) - 1.0), log(x) - log1p(-x))};
}

Values LogitOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) / (x * (1.0 - x))};
}

// The parts meet where 1 - exp(-x) is 1/2; each sees only numbers at which it is finite.
Values Log1mexpOp::decompose(RuleBuilder &b) {
  constexpr double ln2 = std::numbers::ln2;
  Expr x = b(getX()), isLarge = x > ln2;
  return {where(isLarge, log1p(-exp(-where(isLarge, x, ln2))), log(-expm1(-x)))};
}

// 1 / expm1(x), of numbers that do not overflow where x is large, nor their derivatives.
Values Log1mexpOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) * (exp(-x) / -expm1(-x))};
}
