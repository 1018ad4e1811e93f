// gumbel_softmax: meaning. Signature and doc: gumbel_softmax.td.
#include "cotan/ops/activation/gumbel_softmax.inc"

#include "cotan/ops/layout/checks.h"

#include <limits>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// Random numbers of Gumbel's distribution, in the shape of x: the same in every type.
static Expr gumbelNoise(GumbelSoftmaxOp op, RuleBuilder &b) {
  RankedTensorType type = op.getType();
  Type f32 = Float32Type::get(op.getContext()), element = type.getElementType();
  Expr shape = type.hasStaticShape() ? Expr() : b.shapeOf(op.getX());
  Expr u = random_uniform(type.clone(f32), b(op.getKey()), shape);
  Expr wide = castTo(u, element.isF64() ? element : f32);
  constexpr double tiny = std::numeric_limits<float>::min();
  return castTo(-log(-log(maximum(wide, tiny))), element);
}

/// 1 at the first largest element along the axis, else 0.
static Expr largest(const Expr &x, int64_t axis) {
  RuleBuilder &b = x.builder();
  Type i64 = IntegerType::get(x.type().getContext(), 64);
  Expr shape = x.type().hasStaticShape() ? Expr() : b.shapeOf(x.value());
  Expr places = iota(b, x.type().clone(i64), axis, shape);
  return castTo(eq(places, argmax(x, axis, /*keepdims=*/true)), x.elementType());
}

Values GumbelSoftmaxOp::decompose(RuleBuilder &b) {
  const int64_t axis = getAxis();
  Expr soft = softmax((b(getX()) + gumbelNoise(*this, b)) / getTau().convertToDouble(), axis);
  // The difference is exactly 0 in value, and has the soft choice's derivative.
  return {getHard() ? largest(soft, axis) + (soft - stop_gradient(soft)) : soft};
}

LogicalResult GumbelSoftmaxOp::verify() {
  if (!(getTau().convertToDouble() > 0))
    return emitOpError("tau is ") << getTau().convertToDouble() << ", but must be positive";
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}
