// rotary_embedding: meaning. Signature and doc: rotary_embedding.td.
#include "cotan/ops/attention/rotary_embedding.inc"

#include "cotan/ops/layout/regroup.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult RotaryEmbeddingOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor x, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(x.getX().getType());
  auto positions = cast<RankedTensorType>(x.getPositions().getType());
  if (type.getRank() < 3)
    return emitOptionalError(loc, "x is ", type,
                             ", but must have axes of places, heads and features");
  if (positions.getRank() > type.getRank() - 2)
    return emitOptionalError(loc, "positions are ", positions, ", but can have ",
                             type.getRank() - 2, " axes at most, those of x before the heads");
  if (const double base = x.getBase().convertToDouble(); !(base > 0 && std::isfinite(base)))
    return emitOptionalError(loc, "base is ", base, ", but must be a positive number");
  return inferTypes<RotaryEmbeddingOp>(loc, x, type.getElementType(), results);
}

Sizes RotaryEmbeddingOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  rules.requireEqual(sizes.back() % 2, 0, "the number of features must be even");
  const unsigned count = rules.rank(1), first = sizes.size() - 2 - count;
  for (unsigned axis = 0; axis < count; ++axis) {
    Size given = rules.size(1, axis);
    rules.require((given == sizes[first + axis]) | (given == 1),
                  "positions do not have the sizes of x before the heads");
  }
  return sizes;
}

/// The angle of each pair at each place, beside x: (..., place, 1, pairs).
static Expr anglesOf(RotaryEmbeddingOp op, RuleBuilder &b, const Expr &pairs) {
  Type f64 = Float64Type::get(op.getContext());
  const int64_t last = pairs.rank() - 1;
  AxisSize count = sizeAlong(pairs, last);
  Expr number = iota(b, RankedTensorType::get({count.known}, f64), 0,
                     ShapedType::isDynamic(count.known) ? count.vector : Expr());
  Expr features = countAlong(b, op.getX(), {last}, f64);
  Expr speed = exp(number * (-2 * std::log(op.getBase().convertToDouble())) / features);
  Expr position = castTo(b(op.getPositions()), f64);
  return expand_dims(position, {position.rank(), position.rank() + 1}) * speed;
}

Values RotaryEmbeddingOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX()));
  const int64_t last = x.rank() - 1, side = getInterleaved() ? last + 1 : last;
  Expr split = getInterleaved() ? splitAxisInside(x, last, 2) : splitAxis(x, last, 2);
  Expr a = pickAlong(split, side, 0), c = pickAlong(split, side, 1);
  Expr angle = anglesOf(*this, b, a);
  Expr along = castTo(cos(angle), x.elementType()), across = castTo(sin(angle), x.elementType());
  Exprs turned = {expand_dims(a * along - c * across, side),
                  expand_dims(c * along + a * across, side)};
  Expr y = mergeAxes(concat(turned, side), last);
  return {asType(castTo(y, getType().getElementType()), getType())};
}
