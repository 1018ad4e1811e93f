// rrelu: meaning and derivative. Signature and doc: rrelu.td.
#include "cotan/ops/activation/rrelu.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// What flows through each element, scaled as the element is.
static Expr scaled(RreluOp op, RuleBuilder &b, const Expr &isKept, const Expr &flow) {
  const double lower = op.getLower().convertToDouble(), upper = op.getUpper().convertToDouble();
  if (!op.getKey())
    return where(isKept, flow, 0.5 * (lower + upper) * flow);
  RankedTensorType type = op.getType();
  Expr shape = type.hasStaticShape() ? Expr() : b.shapeOf(op.getX());
  Type f32 = Float32Type::get(op.getContext());
  Expr random =
      castTo(random_uniform(type.clone(f32), b(op.getKey()), shape), type.getElementType());
  return where(isKept, flow, (lower + (upper - lower) * random) * flow);
}

Values RreluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {scaled(*this, b, x >= 0.0, x)};
}

// The key gives the same slopes again.
Values RreluOp::vjp(RuleBuilder &b, ValueRange g) {
  Values cotangents = {scaled(*this, b, b(getX()) >= 0.0, b(g[0]))};
  if (getKey())
    cotangents.push_back(Value());
  return cotangents;
}
