// fill: meaning and derivative. Signature and doc: fill.td.
#include "cotan/ops/creation/fill.inc"

#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays FillOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  visitBits(y.dtype(), [&](auto element) {
    using T = decltype(element);
    llvm::fill(y.mutableValues<T>(), x[0].values<T>()[0]);
  });
  return {y};
}

Lanes FillOp::lower(Element &x) { return x.read(0, {}); }

Follows FillOp::follows(unsigned operand) {
  return operand == 0 ? Follows(SmallVector<int64_t>()) : std::nullopt;
}

Sizes FillOp::sizes(SizeRules &rules, unsigned) {
  return sizesGiven(rules, getType(), getShape() ? std::optional(1) : std::nullopt);
}

Values FillOp::vjp(RuleBuilder &b, ValueRange g) {
  Values answer = {sumLike(b, b(g[0]), getX())};
  answer.resize(getNumOperands()); // nothing flows to a shape
  return answer;
}

OpFoldResult FillOp::fold(FoldAdaptor constants) {
  if (getX().getType() == getType())
    return getX();
  auto value = dyn_cast_or_null<DenseElementsAttr>(constants.getX());
  return value && getType().hasStaticShape() ? value.resizeSplat(getType()) : OpFoldResult();
}

LogicalResult FillOp::verify() {
  auto x = cast<RankedTensorType>(getX().getType());
  if (x.getElementType() != getType().getElementType())
    return emitOpError("changes the element type from ") << x << " to " << getType();
  return verifySizes(*this);
}

Values FillOp::batch(Batch &x) {
  if (getShape() && x.isBatched(1))
    return {};
  auto axes = llvm::to_vector(llvm::seq<int64_t>(1, getType().getRank() + 1));
  return {broadcast(x.type(), expand_dims(x[0], axes), x.shapeFrom(1))};
}
