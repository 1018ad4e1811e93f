#include "cotan/ops/op_rules.h"

#include "mlir/IR/Matchers.h"

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

Expr total(const Expr &x, const Expr &y) { return x && y ? x + y : x ? x : y; }
Expr difference(const Expr &x, const Expr &y) { return x && y ? x - y : y ? -y : x; }

/// Coefficient `k` of a square: each product of different coefficients comes twice.
static Expr squareCoefficient(SeriesBuilder &b, Value x, unsigned k) {
  Expr sum;
  for (unsigned j = 0; 2 * j < k; ++j)
    if (Expr low = b.coefficient(x, j), high = b.coefficient(x, k - j); low && high)
      sum = total(sum, low * high);
  if (sum)
    sum = sum + sum;
  Expr middle = k % 2 == 0 ? b.coefficient(x, k / 2) : Expr();
  return total(sum, middle ? middle * middle : Expr());
}

Expr sumOfProducts(SeriesBuilder &b, Value x, Value y, unsigned k, unsigned first) {
  if (x == y && first == 0)
    return squareCoefficient(b, x, k);
  Expr sum;
  for (unsigned j = first; j <= k; ++j)
    if (Expr a = b.coefficient(x, j), c = b.coefficient(y, k - j); a && c)
      sum = total(sum, a * c);
  return sum;
}

SmallVector<Value> valuesOf(ArrayRef<Expr> exprs) {
  SmallVector<Value> values;
  for (const Expr &expr : exprs)
    values.push_back(expr.value());
  return values;
}

bool isZeros(Value value) {
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
  auto isZeroOrNoFloat = [](Value operand) {
    return !carriesDerivative(operand.getType()) || isZeros(operand);
  };
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<Linear>() && carriesDerivative(value.getType()) &&
         llvm::all_of(op->getOperands(), isZeroOrNoFloat);
}

Expr castTo(const Expr &x, Type elementType) {
  return cotan::cast(RankedTensorType::get(x.sizes(), elementType), x);
}

Expr asType(const Expr &x, RankedTensorType type) {
  if (x.type() == type)
    return x;
  return reshape(type, x, type.hasStaticShape() ? Expr() : x.builder().shapeOf(x.value()));
}

bool isHalf(RankedTensorType type) {
  return type.getElementType().isF16() || type.getElementType().isBF16();
}

Expr widened(const Expr &x) {
  return isHalf(x.type()) ? castTo(x, Float32Type::get(x.type().getContext())) : x;
}

Expr inComputedType(const Expr &x, llvm::function_ref<Expr(const Expr &)> f) {
  if (!isStorageOnly(x.elementType()))
    return f(x);
  return castTo(f(castTo(x, Float32Type::get(x.type().getContext()))), x.elementType());
}

Expr zerosLike(Value value, const Expr &dy) {
  Expr zeros = dy.builder().zerosLike(value);
  return zeros.elementType() == dy.elementType() ? zeros : castTo(zeros, dy.elementType());
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
  Expr sizes =
      where(b.constant(DenseElementsAttr::get(bools, ArrayRef(counted))), b.shapeOf(value), 1.0);
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

/// The axes that must be summed up where all sizes are known.
static SmallVector<int64_t> repeatedAxes(RankedTensorType from, RankedTensorType to) {
  SmallVector<int64_t> axes;
  const int64_t missing = from.getRank() - to.getRank();
  for (int64_t axis = 0; axis < from.getRank(); ++axis)
    if (axis < missing || from.getDimSize(axis) != to.getDimSize(axis - missing))
      axes.push_back(axis);
  return axes;
}

static Expr sumOver(RuleBuilder &b, const Expr &x, Value like) {
  RankedTensorType type = typeLike(x, like);
  if (!x.type().hasStaticShape() || !type.hasStaticShape())
    return sum_to(type, x, openShape(b, like));
  SmallVector<int64_t> axes = repeatedAxes(x.type(), type);
  if (axes.empty())
    return x;
  Expr total = sum(x, axes);
  return total.type() == type ? total : reshape(type, total);
}

Expr sumLike(RuleBuilder &b, const Expr &x, Value like) {
  return inComputedType(x, [&](const Expr &wide) { return sumOver(b, wide, like); });
}

Expr broadcastLike(RuleBuilder &b, const Expr &x, Value like) {
  RankedTensorType type = typeLike(x, like);
  return x.type() == type && type.hasStaticShape() ? x : b.broadcast(x, type, openShape(b, like));
}

} // namespace cotan
