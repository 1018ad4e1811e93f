// relu and its relatives, which keep positive numbers: meaning and derivative. Signature and doc:
// rectifiers.td.
#include "cotan/ops/activation/rectifiers.inc"

#include <limits>

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

Values SquaredReluOp::decompose(RuleBuilder &b) { return {square(relu(b(getX())))}; }

Values LeakyReluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x >= 0.0, x, getNegativeSlope().convertToDouble() * x)};
}

Values PreluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x >= 0.0, x, b(getWeight()) * x)};
}

// The exponential sees no positive number: it would overflow, and its slope times 0 would be NaN.
Values EluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), positive = x > 0.0;
  return {where(positive, x, getAlpha().convertToDouble() * expm1(where(positive, 0.0, x)))};
}

// Nor does the quotient here; where alpha is 0 it is its limit.
Values CeluOp::decompose(RuleBuilder &b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Expr x = b(getX()), alpha = b(getAlpha()), positive = x > 0.0;
  Expr isSeen = and_(not_(positive), ne(alpha, b.full(0.0, alpha)));
  Expr limit = where(x < 0.0, b.full(-infinity, x), 0.0);
  Expr ratio = where(isSeen, where(isSeen, x, 0.0) / where(isSeen, alpha, 1.0), limit);
  return {where(positive, x, alpha * expm1(ratio))};
}

Values SeluOp::decompose(RuleBuilder &b) {
  const llvm::APFloat alpha(1.6732632423543772848170429916717);
  return {1.0507009873554804934193349852946 * elu(b(getX()), alpha)};
}

Values ThresholdOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x > getThreshold().convertToDouble(), x, getValue().convertToDouble())};
}
