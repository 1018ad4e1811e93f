// flip: meaning and derivative. Signature and doc: flip.td.
#include "cotan/ops/layout/flip.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/layout/strided.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult FlipOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, adaptor.getAxes(), type.getRank())))
    return failure();
  return inferTypes<FlipOp>(loc, adaptor, type.getElementType(), results);
}

Arrays FlipOp::evaluate(ArrayRef<Array> x) {
  ArrayRef<int64_t> shape = x[0].shape();
  Walk backwards = Walk::through(shape);
  for (int64_t axis : getAxes()) {
    backwards.start += (shape[axis] - 1) * backwards.steps[axis];
    backwards.steps[axis] = -backwards.steps[axis];
  }
  Array y(x[0].dtype(), shape);
  copyBlock(shape, x[0], backwards, y, Walk::through(shape));
  return {y};
}

Values FlipOp::vjp(RuleBuilder &b, ValueRange g) { return {flip(b(g[0]), getAxes())}; }

OpFoldResult FlipOp::fold(FoldAdaptor) {
  if (getAxes().empty())
    return getX();
  auto inner = getX().getDefiningOp<FlipOp>();
  return inner && inner.getAxes() == getAxes() ? OpFoldResult(inner.getX()) : nullptr;
}

Sizes FlipOp::sizes(Adaptor, SizeRules &rules, unsigned) { return rules.sizes(0); }

Lanes FlipOp::lower(Element &x) {
  Place at = placeOf(x);
  for (int64_t axis : getAxes())
    at[axis] = at[axis].mirrored(x.size(0, axis));
  return x.read(0, at);
}

Values FlipOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
