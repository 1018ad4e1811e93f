// take, gather_nd: meaning and derivative. Signature and doc: gather.td.
#include "cotan/ops/indexing/gather.inc"

#include "cotan/ops/indexing/positions.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- take

LogicalResult TakeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = typeOnAxis(loc, cast<RankedTensorType>(adaptor.getX().getType()),
                         cast<RankedTensorType>(adaptor.getIndices().getType()), adaptor.getAxis());
  if (failed(type))
    return failure();
  results.push_back(*type);
  return success();
}

Arrays TakeOp::evaluate(ArrayRef<Array> x) {
  return {readAt(x[0], positionsOnAxis(x[0].shape(), x[1], getAxis(), getClip()), getLastOnly())};
}

Values TakeOp::vjp(RuleBuilder &b, ValueRange g) {
  auto put = getLastOnly() ? scatter : scatter_add;
  return {put(b.zerosLike(getX()), b(getIndices()), b(g[0]), getAxis(), getClip()), Expr()};
}

//--- gather_nd

LogicalResult GatherNdOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = typeOnFirstAxes(loc, cast<RankedTensorType>(adaptor.getX().getType()),
                              cast<RankedTensorType>(adaptor.getIndices().getType()));
  if (failed(type))
    return failure();
  results.push_back(*type);
  return success();
}

Arrays GatherNdOp::evaluate(ArrayRef<Array> x) {
  return {readAt(x[0], positionsOnFirstAxes(x[0].shape(), x[1], getClip()), getLastOnly())};
}

Values GatherNdOp::vjp(RuleBuilder &b, ValueRange g) {
  auto put = getLastOnly() ? scatter_nd : scatter_nd_add;
  return {put(b.zerosLike(getX()), b(getIndices()), b(g[0]), getClip()), Expr()};
}
