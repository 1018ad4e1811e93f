// take, gather_nd: meaning and derivative. Signature and doc: gather.td.
#include "cotan/ops/indexing/gather.inc"

#include "cotan/ops/indexing/counting.h"
#include "cotan/ops/indexing/indexed.h"
#include "cotan/ops/indexing/lane_indices.h"
#include "cotan/ops/indexing/positions.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- take

LogicalResult TakeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), x.getRank())))
    return failure();
  return inferTypes<TakeOp>(loc, adaptor, x.getElementType(), results);
}

Arrays TakeOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {readAt(x[0], positionsOnAxis(x[0].shape(), x[1], getAxis(), getClip()), getLastOnly())};
}

Values TakeOp::vjp(RuleBuilder &b, ValueRange g) {
  auto put = getLastOnly() ? scatter : scatter_add;
  auto dx = [&](const Expr &dy) {
    return put(zerosLike(getX(), dy), b(getIndices()), dy, getAxis(), getClip());
  };
  return {inComputedType(b(g[0]), dx), Expr()};
}

Sizes TakeOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesOnAxis(rules, x.getAxis(), x.getClip());
}

Follows TakeOp::follows(unsigned i) {
  if (i == 0)
    return std::nullopt;
  int64_t axis = getAxis();
  return llvm::to_vector(llvm::seq<int64_t>(axis, axis + getIndices().getType().getRank()));
}

Lanes TakeOp::lower(Element &x) {
  return placeOnAxis(x, getAxis(), getIndices().getType().getRank(), getClip()).read(getType());
}

// Which index is the last to name a slice is known only when all have been seen.
RuntimeCall TakeOp::runtimeCall() {
  if (!getLastOnly())
    return {};
  return {"cotan_take_last", {int64_t(getAxis()), getClip()}};
}

// Places that count are a slice.
LogicalResult TakeOp::canonicalize(TakeOp op, PatternRewriter &rewriter) {
  const int64_t axis = op.getAxis();
  auto places = countingIndices(op.getIndices(), op.getX().getType().getDimSize(axis));
  if (!places || op.getLastOnly() || (places->step == 0 && places->count > 1))
    return failure();
  RuleBuilder b(rewriter, op.getLoc());
  Expr x = b(op.getX());
  SmallVector<int64_t> starts(x.rank(), 0), limits(x.sizes()), strides(x.rank(), 1);
  starts[axis] = std::min(places->first, places->last());
  limits[axis] = std::max(places->first, places->last()) + 1;
  strides[axis] = std::max<int64_t>(std::abs(places->step), 1);
  Expr y = slice(x, starts, limits, strides);
  rewriter.replaceOp(op, (places->step < 0 ? flip(y, {axis}) : y).value());
  return success();
}

//--- gather_nd

LogicalResult GatherNdOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyOnFirstAxes(loc, x, cast<RankedTensorType>(adaptor.getIndices().getType()))))
    return failure();
  return inferTypes<GatherNdOp>(loc, adaptor, x.getElementType(), results);
}

Arrays GatherNdOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {readAt(x[0], positionsOnFirstAxes(x[0].shape(), x[1], getClip()), getLastOnly())};
}

Values GatherNdOp::vjp(RuleBuilder &b, ValueRange g) {
  auto put = getLastOnly() ? scatter_nd : scatter_nd_add;
  auto dx = [&](const Expr &dy) {
    return put(zerosLike(getX(), dy), b(getIndices()), dy, getClip());
  };
  return {inComputedType(b(g[0]), dx), Expr()};
}

Sizes GatherNdOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  auto indices = cast<RankedTensorType>(x.getIndices().getType());
  return sizesOnFirstAxes(rules, indices.getShape().back(), x.getClip());
}

Lanes GatherNdOp::lower(Element &x) {
  return placeOnFirstAxes(x, getIndices().getType(), getClip()).read(getType());
}

RuntimeCall GatherNdOp::runtimeCall() {
  if (!getLastOnly())
    return {};
  return {"cotan_gather_nd_last", {getClip()}};
}

//--- batches

Values TakeOp::batch(Batch &x) {
  int64_t axis = getAxis(), places = getIndices().getType().getRank();
  if (!x.isBatched(1))
    return {take(x[0], x[1], axis + 1, getClip(), getLastOnly())};
  if (!x.isBatched(0) && !getLastOnly()) // which index is the last is a matter of each lane
    return {moveAxis(take(x[0], x[1], axis, getClip()), axis, 0)};
  Expr rows = moveAxis(x.whole(0), axis + 1, 1);
  Expr y = gather_nd(rows, tuplesOf(x[1]), getClip(), getLastOnly());
  return {moveAxes(y, 1, places, axis + 1)};
}

Values GatherNdOp::batch(Batch &x) {
  if (!x.isBatched(0) && !getLastOnly())
    return {gather_nd(x[0], x[1], getClip())};
  return {gather_nd(x.whole(0), withLaneNumbers(x.whole(1)), getClip(), getLastOnly())};
}
