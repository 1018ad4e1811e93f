// expand, tile, repeat_interleave: meaning. Signature and doc: repeating.td.
#include "cotan/ops/layout/repeating.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

RankedTensorType typeOfX(Value x) { return cast<RankedTensorType>(x.getType()); }

/// `x` with axes of size 1 in front, so that it has `rank` axes.
Expr withLeadingAxes(const Expr &x, int64_t rank) {
  return rank <= x.rank() ? x : expand_dims(x, to_vector(llvm::seq<int64_t>(0, rank - x.rank())));
}

/// `x` with a new axis of this size in front of `axis`, along which it is repeated.
Expr repeatedAlong(const Expr &x, int64_t axis, int64_t count) {
  Expr narrow = expand_dims(x, {axis});
  SmallVector<int64_t> sizes(narrow.sizes());
  sizes[axis] = count;
  if (!ShapedType::isDynamicShape(sizes))
    return broadcastTo(narrow, sizes, Expr());
  RuleBuilder &b = x.builder();
  Expr shape = b.shapeOf(x.value());
  return broadcastTo(
      narrow, sizes,
      b.join({part(shape, 0, axis), b.integers({count}), part(shape, axis, x.rank())}));
}

LogicalResult verifyCounts(std::optional<Location> loc, ArrayRef<int64_t> counts) {
  for (int64_t count : counts)
    if (count < 0)
      return emitOptionalError(loc, "cannot repeat ", count,
                               " times; give a number that is at least 0");
  return success();
}

} // namespace

//--- expand

LogicalResult ExpandOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &results) {
  RankedTensorType x = typeOfX(adaptor.getX());
  ArrayRef<int64_t> sizes = adaptor.getSizes();
  const int64_t added = int64_t(sizes.size()) - x.getRank();
  if (added < 0)
    return emitOptionalError(loc, "cannot expand ", x, " to ", sizes.size(),
                             " sizes; give at least one for each axis");
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (size < -1 || (size == -1 && int64_t(axis) < added))
      return emitOptionalError(loc, "size ", size, " of axis ", axis,
                               size == -1 ? ": x has no such axis, of which the size could be kept"
                                          : " is negative");
  return inferTypes<ExpandOp>(loc, adaptor, x.getElementType(), results);
}

Sizes ExpandOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes own = rules.sizes(0), result;
  const size_t added = x.getSizes().size() - own.size();
  for (auto [axis, size] : llvm::enumerate(x.getSizes())) {
    if (axis >= added && size != -1)
      rules.require((own[axis - added] == 1) | (own[axis - added] == size),
                    "the size of axis " + Twine(axis - added) + " is neither 1 nor " + Twine(size));
    result.push_back(size == -1 ? own[axis - added] : Size(size));
  }
  return result;
}

Values ExpandOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  SmallVector<Expr> pieces;
  const int64_t added = getType().getRank() - x.rank();
  for (auto [axis, size] : llvm::enumerate(getSizes()))
    pieces.push_back(size == -1 ? sizeAlong(x, int64_t(axis) - added).vector : b.integers({size}));
  return {
      broadcastTo(x, getType().getShape(), getType().hasStaticShape() ? Expr() : b.join(pieces))};
}

//--- tile, repeat_interleave

LogicalResult TileOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  if (failed(verifyCounts(loc, adaptor.getRepeats())))
    return failure();
  return inferTypes<TileOp>(loc, adaptor, typeOfX(adaptor.getX()).getElementType(), results);
}

Sizes TileOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  ArrayRef<int64_t> repeats = x.getRepeats();
  while (sizes.size() < repeats.size())
    sizes.insert(sizes.begin(), 1);
  for (auto [size, count] : llvm::zip(llvm::reverse(sizes), llvm::reverse(repeats)))
    size = count == 1 ? size : size * count;
  return sizes;
}

Values TileOp::decompose(RuleBuilder &b) {
  Expr y = withLeadingAxes(b(getX()), getType().getRank());
  const int64_t first = y.rank() - int64_t(getRepeats().size());
  for (auto [i, count] : llvm::enumerate(getRepeats()))
    if (count != 1)
      y = mergeAxes(repeatedAlong(y, first + i, count), first + i);
  return {y};
}

LogicalResult RepeatInterleaveOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                   Adaptor adaptor,
                                                   SmallVectorImpl<Type> &results) {
  RankedTensorType x = typeOfX(adaptor.getX());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), x.getRank())) ||
      failed(verifyCounts(loc, int64_t(adaptor.getRepeats()))))
    return failure();
  return inferTypes<RepeatInterleaveOp>(loc, adaptor, x.getElementType(), results);
}

Sizes RepeatInterleaveOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  Size &size = sizes[x.getAxis()];
  size = size * int64_t(x.getRepeats());
  return sizes;
}

Values RepeatInterleaveOp::decompose(RuleBuilder &b) {
  const int64_t axis = getAxis();
  return {mergeAxes(repeatedAlong(b(getX()), axis + 1, getRepeats()), axis)};
}
