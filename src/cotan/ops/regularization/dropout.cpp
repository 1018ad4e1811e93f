// dropout: meaning and derivative. Signature and doc: dropout.td.
#include "cotan/ops/regularization/dropout.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

static Expr drop(DropoutOp op, RuleBuilder &b, const Expr &x) {
  const double keep = 1 - op.getRate().convertToDouble();
  RankedTensorType type = op.getX().getType();
  Expr shape = type.hasStaticShape() ? Expr() : b.shapeOf(op.getX());
  Expr random =
      random_uniform(type.clone(Float32Type::get(op.getContext())), b(op.getKey()), shape);
  // Where nothing is kept, a division by 0 would turn a cotangent of 0 into NaN.
  return where(random < keep, keep > 0 ? x / keep : x, 0.0);
}

Values DropoutOp::decompose(RuleBuilder &b) { return {drop(*this, b, b(getX()))}; }

// The key makes the same choice again, so it is all that is kept.
Values DropoutOp::vjp(RuleBuilder &b, ValueRange g) { return {drop(*this, b, b(g[0])), Expr()}; }

LogicalResult DropoutOp::verify() {
  const double rate = getRate().convertToDouble();
  if (rate >= 0 && rate <= 1)
    return success();
  return emitOpError("rate ") << rate << " is outside [0, 1]";
}
