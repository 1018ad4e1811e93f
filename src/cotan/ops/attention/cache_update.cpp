// cache_update: meaning. Signature and doc: cache_update.td.
#include "cotan/ops/attention/cache_update.inc"

#include "cotan/ops/layout/regroup.h"

#include "mlir/IR/TypeUtilities.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult CacheUpdateOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                              SmallVectorImpl<Type> &results) {
  auto cache = cast<RankedTensorType>(x.getCache().getType());
  auto update = cast<RankedTensorType>(x.getUpdate().getType());
  if (const int64_t axis = x.getAxis(); axis < 0 || axis >= cache.getRank())
    return emitOptionalError(loc, "axis ", axis, " is outside [0, ", cache.getRank(), ") of ",
                             cache);
  if (update.getRank() != cache.getRank() || update.getElementType() != cache.getElementType())
    return emitOptionalError(loc, "the update is ", update,
                             ", but must have as many axes as the cache, ", cache,
                             ", and its element type");
  if (cast<RankedTensorType>(x.getPosition().getType()).getRank() != 0)
    return emitOptionalError(loc, "position is ", x.getPosition().getType(),
                             ", but must be one number; map the function over several");
  return inferTypes<CacheUpdateOp>(loc, x, cache.getElementType(), results);
}

Sizes CacheUpdateOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (unsigned axis = 0; axis < sizes.size(); ++axis)
    if (axis != x.getAxis())
      sizes[axis] = rules.same(sizes[axis], rules.size(1, axis),
                               "cache and update have other sizes along axis " + Twine(axis));
  return sizes;
}

Values CacheUpdateOp::decompose(RuleBuilder &b) {
  Expr cache = asType(b(getCache()), getType()), update = b(getUpdate());
  Type i64 = IntegerType::get(getContext(), 64);
  AxisSize count = sizeAlong(update, getAxis());
  Expr number = iota(b, RankedTensorType::get({count.known}, i64), 0,
                     ShapedType::isDynamic(count.known) ? count.vector : Expr());
  return {scatter(cache, castTo(b(getPosition()), i64) + number, update, getAxis())};
}
