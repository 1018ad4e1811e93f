// topk: meaning and derivative. Signature and doc: topk.td.
#include "cotan/ops/ordering/topk.inc"

#include "cotan/ops/indexing/positions.h"
#include "cotan/ops/layout/strided.h"
#include "cotan/ops/ordering/order.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult TopkOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                       Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (type.getRank() == 0)
    return emitOptionalError(loc, "x is 0-d, but an axis is needed to pick from");
  if (int64_t k = adaptor.getK(); k < 0)
    return emitOptionalError(loc, "cannot pick ", k, " elements");
  return inferTypes<TopkOp>(loc, adaptor, {type.getElementType(), IntegerType::get(context, 64)},
                            results);
}

Arrays TopkOp::evaluate(ArrayRef<Array> x) {
  SmallVector<int64_t> sizes = shapeOf(*this, x);
  const int64_t axis = sizes.size() - 1;
  Array order = orderAlong(x[0], axis, /*descending=*/true), indices(DType::i64, sizes);
  copyBlock(sizes, order, Walk::through(x[0].shape()), indices, Walk::through(sizes));
  Array positions = positionsAlongAxis(x[0].shape(), indices, axis, /*clip=*/false);
  return {readAt(x[0], positions, /*lastOnly=*/false), indices};
}

Values TopkOp::vjp(RuleBuilder &b, ValueRange g) {
  int64_t axis = getX().getType().getRank() - 1;
  return {put_along_axis(b.zerosLike(getX()), b(getIndices()), b(g[0]), axis, /*add=*/true)};
}

Values TopkOp::jvp(RuleBuilder &b, ValueRange t) {
  int64_t axis = getX().getType().getRank() - 1;
  return {take_along_axis(b(t[0]), b(getIndices()), axis), Expr()};
}

Sizes TopkOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  rules.require(x.getK() <= sizes.back(),
                "cannot pick " + Twine(x.getK()) + " elements from an axis of fewer");
  sizes.back() = x.getK();
  return sizes;
}

RuntimeCall TopkOp::runtimeCall() { return {"cotan_topk", {int64_t(getK())}}; }

Values TopkOp::batch(Batch &x) { return x.again(); }
