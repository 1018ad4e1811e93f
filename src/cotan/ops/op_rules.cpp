#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

Expr operator+(const Expr &x, const Expr &y) { return add(x, y); }
Expr operator-(const Expr &x, const Expr &y) { return sub(x, y); }
Expr operator*(const Expr &x, const Expr &y) { return mul(x, y); }
Expr operator/(const Expr &x, const Expr &y) { return div(x, y); }
Expr operator-(const Expr &x) { return neg(x); }
Expr operator>(const Expr &x, const Expr &y) { return gt(x, y); }
Expr operator>=(const Expr &x, const Expr &y) { return ge(x, y); }
Expr operator<(const Expr &x, const Expr &y) { return lt(x, y); }
Expr operator<=(const Expr &x, const Expr &y) { return le(x, y); }

SmallVector<Value> valuesOf(ArrayRef<Expr> exprs) {
  SmallVector<Value> values;
  for (const Expr &expr : exprs)
    values.push_back(expr.value());
  return values;
}

Expr castTo(const Expr &x, Type elementType) {
  return cotan::cast(RankedTensorType::get(x.sizes(), elementType), x);
}

Expr asType(const Expr &x, RankedTensorType type) {
  if (x.type() == type)
    return x;
  return reshape(type, x, type.hasStaticShape() ? Expr() : x.builder().shapeOf(x.value()));
}

Expr widened(const Expr &x) {
  Type type = x.elementType();
  return type.isF16() || type.isBF16() ? castTo(x, Float32Type::get(type.getContext())) : x;
}

Expr restoreAxes(const Expr &y, ArrayRef<int64_t> axes, bool keepdims) {
  return keepdims ? y : expand_dims(y, axes);
}

Expr countAlong(RuleBuilder &b, Value value, ArrayRef<int64_t> axes, Type elementType) {
  auto type = mlir::cast<RankedTensorType>(value.getType());
  int64_t count = 1;
  for (int64_t axis : axes)
    count = ShapedType::isDynamic(count) || type.isDynamicDim(axis) ? ShapedType::kDynamic
                                                                    : count * type.getDimSize(axis);
  if (!ShapedType::isDynamic(count))
    return b.scalar(double(count), elementType);
  SmallVector<bool> counted(type.getRank(), false);
  for (int64_t axis : axes)
    counted[axis] = true;
  auto bools = RankedTensorType::get({type.getRank()}, IntegerType::get(type.getContext(), 1));
  Expr sizes = where(b.constant(DenseElementsAttr::get(bools, ArrayRef(counted))),
                     b.shapeOf(value), 1.0);
  return castTo(prod(sizes, 0), elementType);
}

static Expr openShape(RuleBuilder &b, Value like) {
  return mlir::cast<RankedTensorType>(like.getType()).hasStaticShape() ? Expr() : b.shapeOf(like);
}

static RankedTensorType typeLike(const Expr &x, Value like) {
  return RankedTensorType::get(mlir::cast<RankedTensorType>(like.getType()).getShape(),
                               x.elementType());
}

Expr reshapeLike(RuleBuilder &b, const Expr &x, Value like) {
  return reshape(typeLike(x, like), x, openShape(b, like));
}

Expr sumLike(RuleBuilder &b, const Expr &x, Value like) {
  return sum_to(typeLike(x, like), x, openShape(b, like));
}

Expr broadcastLike(RuleBuilder &b, const Expr &x, Value like) {
  RankedTensorType type = typeLike(x, like);
  return x.type() == type && type.hasStaticShape() ? x : b.broadcast(x, type, openShape(b, like));
}

//--- Rows

/// Where row `index` of x starts: (index, 0, 0, ...).
static Expr startOfRow(const Expr &x, const Expr &index) {
  RuleBuilder &b = x.builder();
  auto wide = RankedTensorType::get({}, IntegerType::get(x.type().getContext(), 64));
  Expr first = expand_dims(index.type() == wide ? index : cotan::cast(wide, index), 0);
  Expr rest = b.integers(SmallVector<int64_t>(x.rank() - 1, 0));
  return concat({first, rest}, 0);
}

/// The sizes of x with the first one replaced.
static Expr withFirstSize(const Expr &x, const Expr &size) {
  Expr sizes = x.builder().shapeOf(x.value());
  return concat({size, slice(sizes, 1, x.rank(), 1)}, 0);
}

Expr numRows(const Expr &x) { return squeeze(slice(x.builder().shapeOf(x.value()), 0, 1, 1), 0); }

Expr rowAt(const Expr &x, const Expr &index) {
  SmallVector<int64_t> sizes(x.sizes());
  sizes[0] = 1;
  RankedTensorType type = RankedTensorType::get(sizes, x.elementType());
  Expr shape = type.hasStaticShape() ? Expr() : withFirstSize(x, x.builder().integers(1));
  return squeeze(dynamic_slice(type, x, startOfRow(x, index), shape), 0);
}

Expr withRowAt(const Expr &x, const Expr &index, const Expr &row) {
  return dynamic_update_slice(x, startOfRow(x, index), expand_dims(row, 0));
}

Expr zeroRows(RankedTensorType type, const Expr &like) {
  RuleBuilder &b = like.builder();
  if (type.hasStaticShape())
    return b.constant(splat(type, 0.0));
  Expr first = slice(b.shapeOf(like.value()), 0, 1, 1);
  Expr shape = concat({first, b.integers(type.getShape().drop_front())}, 0);
  return b.broadcast(b.scalar(0.0, type.getElementType()), type, shape);
}

} // namespace cotan
