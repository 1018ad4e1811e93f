// Activations without exponentials: meaning. Signature and doc: algebraic.td.
#include "cotan/ops/activation/algebraic.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values HardTanhOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x > 1.0, 1.0, where(x < -1.0, -1.0, x))};
}

Values HardSigmoidOp::decompose(RuleBuilder &b) { return {relu6(b(getX()) + 3.0) / 6.0}; }

Values HardSiluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x * hard_sigmoid(x)};
}

Values SoftSignOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x / (1.0 + abs(x))};
}

Values SoftSignOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr divisor = 1.0 + abs(b(getX()));
  return {b(g[0]) / divisor / divisor};
}

/// sqrt(x^2 + b), without overflow. The scale has no effect but on that, so that it has no slope.
/// At 0 the root, whose slope is not finite, is not seen.
static Expr hypotenuse(const Expr &x, const Expr &b) {
  Expr size = stop_gradient(abs(x)), scale = where(and_(size > 1.0, is_finite(size)), size, 1.0);
  Expr squares = square(x / scale) + b / scale / scale, isZero = eq(squares, 0.0 * scale);
  return where(isZero, 0.0, scale * sqrt(where(isZero, 1.0, squares)));
}

// Of negative numbers the other root: the difference would cancel; the quotient does not see
// others, whose sum may be 0. |x| by a choice, as `abs` is not smooth.
Values SquareplusOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), c = b(getB()), nonnegative = x >= 0.0;
  Expr half = 0.5 * where(nonnegative, x, -x) + 0.5 * hypotenuse(x, c);
  return {where(nonnegative, half, 0.25 * c / where(nonnegative, 1.0, half))};
}

Values SparsePlusOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  Expr isLow = x <= -1.0, isHigh = x >= 1.0; // the square of others may overflow
  return {
      where(isLow, 0.0, where(isHigh, x, 0.25 * square(where(or_(isLow, isHigh), 0.0, x) + 1.0)))};
}

Values SparseSigmoidOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x <= -1.0, 0.0, where(x >= 1.0, 1.0, 0.5 * (x + 1.0)))};
}
