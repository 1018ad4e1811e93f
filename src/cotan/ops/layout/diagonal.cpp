// diagonal, diag_embed: meaning. Signature and doc: diagonal.td.
#include "cotan/ops/layout/diagonal.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// Larger than any size, and small enough to compute with.
constexpr int64_t beyond = int64_t(1) << 62;

/// Where the diagonal begins: rows above it, and columns before it.
struct Start {
  explicit Start(int64_t offset)
      : row(offset < 0 ? -std::max(offset, -beyond) : 0),
        column(std::clamp<int64_t>(offset, 0, beyond)) {}
  int64_t row, column;
};

LogicalResult verifyPair(std::optional<Location> loc, ArrayRef<int64_t> axes, int64_t rank) {
  if (axes.size() == 2 && axes[0] != axes[1] &&
      llvm::all_of(axes, [&](int64_t axis) { return axis >= 0 && axis < rank; }))
    return success();
  return emitOptionalError(loc, "the axes must be two different ones of 0 to ", rank - 1);
}

/// The order of axes in which the two come last, or the inverse of it.
SmallVector<int64_t> withPairLast(ArrayRef<int64_t> pair, int64_t rank, bool inverse) {
  SmallVector<int64_t> order;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(pair, axis))
      order.push_back(axis);
  order.append(pair.begin(), pair.end());
  SmallVector<int64_t> back(rank);
  for (auto [place, axis] : llvm::enumerate(order))
    back[axis] = place;
  return inverse ? back : order;
}

/// Of sizes that are known: the matrix is a row of elements, the diagonal every so many of them.
Expr sliceOfRow(const Expr &row, const Start &start, int64_t columns, int64_t count) {
  SmallVector<int64_t> starts(row.rank(), 0), limits(row.sizes()), strides(row.rank(), 1);
  if (count == 0) {
    limits.back() = 0;
    return slice(row, starts, limits, strides);
  }
  starts.back() = start.row * columns + start.column;
  limits.back() = starts.back() + (count - 1) * (columns + 1) + 1;
  strides.back() = count == 1 ? 1 : columns + 1;
  return slice(row, starts, limits, strides);
}

} // namespace

//--- diagonal

LogicalResult DiagonalOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyPair(loc, adaptor.getAxes(), x.getRank())))
    return failure();
  return inferTypes<DiagonalOp>(loc, adaptor, x.getElementType(), results);
}

Sizes DiagonalOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes all = rules.sizes(0), result;
  const Start start(x.getOffset());
  for (auto [axis, size] : llvm::enumerate(all))
    if (!llvm::is_contained(x.getAxes(), int64_t(axis)))
      result.push_back(size);
  Size rows = all[x.getAxes()[0]] - start.row, columns = all[x.getAxes()[1]] - start.column;
  result.push_back(maximum(0, choose(rows <= columns, rows, columns)));
  return result;
}

/// Whether two axes are known, and so is the size of both as one.
static bool fitInOneAxis(int64_t rows, int64_t columns) {
  int64_t product;
  return !ShapedType::isDynamic(rows) && !ShapedType::isDynamic(columns) &&
         !__builtin_mul_overflow(rows, columns, &product);
}

Values DiagonalOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t rows = x.sizes()[getAxes()[0]], columns = x.sizes()[getAxes()[1]];
  const int64_t count = getType().getShape().back();
  const Start start(getOffset());
  SmallVector<int64_t> order = withPairLast(getAxes(), x.rank(), false);
  if (x.type().hasStaticShape() && fitInOneAxis(rows, columns))
    return {sliceOfRow(mergeAxes(transpose(x, order), x.rank() - 2), start, columns, count)};
  Expr height = sizeAlong(x, getAxes()[0]).vector, width = sizeAlong(x, getAxes()[1]).vector;
  Expr first = b.integers({start.row}), skipped = b.integers({start.column});
  Expr length = maximum(minimum(height - first, width - skipped), 0.0);
  auto indices = RankedTensorType::get({count}, length.elementType());
  Expr i = iota(b, indices, 0, ShapedType::isDynamic(count) ? length : Expr());
  Expr places = concat({expand_dims(i + first, {1}), expand_dims(i + skipped, {1})}, 1);
  std::rotate(order.begin(), order.end() - 2, order.end()); // the pair first
  Expr y = gather_nd(transpose(x, order), places);
  return {moveAxis(y, 0, y.rank() - 1)};
}

//--- diag_embed

LogicalResult DiagEmbedOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (x.getRank() == 0)
    return emitOptionalError(loc, "a number has no last axis; reshape it to one element");
  if (failed(verifyPair(loc, adaptor.getAxes(), x.getRank() + 1)))
    return failure();
  return inferTypes<DiagEmbedOp>(loc, adaptor, x.getElementType(), results);
}

Sizes DiagEmbedOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes result = rules.sizes(0);
  const Start start(x.getOffset());
  Size size = result.pop_back_val() + (start.row + start.column);
  for (int64_t axis :
       {std::min(x.getAxes()[0], x.getAxes()[1]), std::max(x.getAxes()[0], x.getAxes()[1])})
    result.insert(result.begin() + axis, size);
  return result;
}

Values DiagEmbedOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t last = x.rank() - 1;
  const Start start(getOffset());
  SmallVector<int64_t> low(x.rank(), 0), high = low, between = low;
  low[last] = start.row;
  high[last] = start.column;
  Expr zero = b.scalar(0.0, x.elementType());
  Expr rows = pad(x, zero, low, high, between); // element i in row i
  AxisSize size = sizeAlong(rows, last);
  auto indices = RankedTensorType::get({size.known}, size.vector.elementType());
  Expr count = iota(b, indices, 0, ShapedType::isDynamic(size.known) ? size.vector : Expr());
  Expr column = count - b.integers({start.column - start.row});
  Expr isOnDiagonal = eq(expand_dims(count, {1}), expand_dims(column, {0}));
  Expr matrix = where(isOnDiagonal, expand_dims(rows, {last + 1}), zero);
  return {transpose(matrix, withPairLast(getAxes(), x.rank() + 1, true))};
}
