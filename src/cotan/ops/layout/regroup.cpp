#include "cotan/ops/layout/regroup.h"

#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

Expr part(const Expr &vector, int64_t from, int64_t to) { return slice(vector, {from}, {to}, {1}); }

AxisSize sizeAlong(const Expr &x, int64_t axis) {
  RuleBuilder &b = x.builder();
  int64_t known = x.sizes()[axis];
  if (!ShapedType::isDynamic(known))
    return {known, b.integers({known})};
  return {known, part(b.shapeOf(x.value()), axis, axis + 1)};
}

AxisSize sizeOf(RuleBuilder &b, const BatchAxis &axis) { return {axis.size(), axis.sizeVector(b)}; }

Expr moveAxes(const Expr &x, int64_t from, int64_t count, int64_t to) {
  if (from == to || count == 0)
    return x;
  auto moved = llvm::to_vector(llvm::seq<int64_t>(from, from + count));
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  order.erase(order.begin() + from, order.begin() + from + count);
  order.insert(order.begin() + to, moved.begin(), moved.end());
  return transpose(x, order);
}

Expr moveAxis(const Expr &x, int64_t from, int64_t to) { return moveAxes(x, from, 1, to); }

Expr mergeAxes(const Expr &x, int64_t axis) {
  SmallVector<int64_t> sizes(x.sizes());
  bool isOpen = ShapedType::isDynamic(sizes[axis]) || ShapedType::isDynamic(sizes[axis + 1]);
  sizes[axis] = isOpen ? ShapedType::kDynamic : sizes[axis] * sizes[axis + 1];
  sizes.erase(sizes.begin() + axis + 1);
  auto type = x.type().clone(sizes);
  if (type.hasStaticShape())
    return reshape(type, x);
  Expr shape = x.builder().shapeOf(x.value());
  Expr pieces[] = {part(shape, 0, axis),
                   part(shape, axis, axis + 1) * part(shape, axis + 1, axis + 2),
                   part(shape, axis + 2, x.rank())};
  return reshape(type, x, concat(pieces, 0));
}

Expr splitAxis(const Expr &x, int64_t axis, const AxisSize &first, const AxisSize &second) {
  SmallVector<int64_t> sizes(x.sizes());
  sizes[axis] = second.known;
  sizes.insert(sizes.begin() + axis, first.known);
  auto type = x.type().clone(sizes);
  if (type.hasStaticShape())
    return reshape(type, x);
  Expr shape = x.builder().shapeOf(x.value());
  Expr pieces[] = {part(shape, 0, axis), first.vector, second.vector,
                   part(shape, axis + 1, x.rank())};
  return reshape(type, x, concat(pieces, 0));
}

Expr splitAxis(const Expr &x, int64_t axis, int64_t groups) {
  RuleBuilder &b = x.builder();
  AxisSize size = sizeAlong(x, axis), count = {groups, b.integers({groups})};
  if (ShapedType::isDynamic(size.known))
    return splitAxis(x, axis, count, {size.known, size.vector / count.vector});
  size.known /= groups;
  return splitAxis(x, axis, count, {size.known, b.integers({size.known})});
}

Expr splitAxisInside(const Expr &x, int64_t axis, int64_t size) {
  RuleBuilder &b = x.builder();
  AxisSize whole = sizeAlong(x, axis), known = {size, b.integers({size})};
  if (ShapedType::isDynamic(whole.known))
    return splitAxis(x, axis, {whole.known, whole.vector / known.vector}, known);
  whole.known /= size;
  return splitAxis(x, axis, {whole.known, b.integers({whole.known})}, known);
}

Expr pickAlong(const Expr &x, int64_t axis, int64_t place) {
  SmallVector<int64_t> starts(x.rank(), 0), limits(x.rank(), ShapedType::kDynamic),
      strides(x.rank(), 1);
  starts[axis] = place;
  limits[axis] = place + 1;
  return squeeze(slice(x, starts, limits, strides), axis);
}

// A shape with a negative size is an error.
Expr withAtLeast(const Expr &x, int64_t axis, int64_t least) {
  if (!x.type().isDynamicDim(axis))
    return x;
  RuleBuilder &b = x.builder();
  Expr shape = b.shapeOf(x.value()), size = part(shape, axis, axis + 1);
  Expr checked = where(size < double(least), b.integers({-1}), size);
  return reshape(x.type(), x,
                 b.join({part(shape, 0, axis), checked, part(shape, axis + 1, x.rank())}));
}

Sizes dividedSizes(SizeRules &rules, int64_t axis, int64_t groups) {
  Sizes sizes = rules.sizes(0);
  rules.requireEqual(sizes[axis] % groups, 0,
                     "the size of axis " + Twine(axis) + " must be a multiple of " + Twine(groups));
  sizes[axis] = sizes[axis] / groups;
  return sizes;
}

} // namespace cotan
