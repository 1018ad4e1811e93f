// nonzero, masked_select, unique: meaning. Signature and doc: nonzero.td.
#include "cotan/ops/indexing/nonzero.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

constexpr int64_t open = ShapedType::kDynamic;

RankedTensorType vectorOf(int64_t size, Type element) {
  return RankedTensorType::get({size}, element);
}

/// All elements in one row.
Expr inOneRow(const Expr &x) {
  if (x.rank() == 0)
    return expand_dims(x, {0});
  Expr row = x;
  while (row.rank() > 1)
    row = mergeAxes(row, 0);
  return row;
}

/// 0, 1, ... of as many as a vector of one number says.
Expr countUpTo(const Expr &length) {
  return iota(length.builder(), vectorOf(open, length.elementType()), 0, length);
}

/// The places in a row of truth values that are true: of an open number.
Expr placesOf(const Expr &isWanted, Type i64) {
  Expr soFar = cumsum(castTo(isWanted, i64), 0);
  Expr count = sum(castTo(isWanted, i64), {0}, /*keepdims=*/true);
  return searchsorted(countUpTo(count) + 1.0, soFar);
}

/// Whether a result has this type.
LogicalResult verifyResult(Operation *op, Value result, RankedTensorType expected) {
  if (result.getType() == expected)
    return success();
  auto error = op->emitOpError("gives ") << result.getType();
  if (expected.getNumDynamicDims() > cast<RankedTensorType>(result.getType()).getNumDynamicDims())
    error << ", but how many elements there are is known only when it runs;";
  else
    error << ", but";
  return error << " expected " << expected;
}

} // namespace

//--- nonzero

LogicalResult NonzeroOp::verify() {
  const int64_t rank = getX().getType().getRank();
  auto expected = RankedTensorType::get({rank, open}, IntegerType::get(getContext(), 64));
  if (getIndices().getType() == expected)
    return success();
  return emitOpError("gives ") << getIndices().getType() << ", but expected " << expected
                               << ", a row for each axis";
}

Values NonzeroOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  Type i64 = IntegerType::get(getContext(), 64);
  Expr isWanted = inOneRow(ne(x, broadcastLike(b.scalar(0.0, x.elementType()), x)));
  Expr places = placesOf(isWanted, i64);
  if (x.rank() == 0) // no axis: as many rows of nothing
    return {slice(expand_dims(places, {0}), {0, 0}, {0, open}, {1, 1})};
  SmallVector<Expr> rows(x.rank());
  for (int64_t axis = x.rank() - 1; axis >= 0; --axis) {
    Expr size = maximum(sizeAlong(x, axis).vector, 1.0);
    rows[axis] = expand_dims(remainder(places, size), {0});
    places = floor_div(places, size);
  }
  return {rows.size() == 1 ? rows[0] : concat(rows, 0)};
}

//--- masked_select

LogicalResult MaskedSelectOp::verify() {
  if (getMask().getType().getShape() != getX().getType().getShape())
    return emitOpError("the mask ")
           << getMask().getType() << " has another shape than " << getX().getType();
  return verifyResult(*this, getY(), vectorOf(open, getX().getType().getElementType()));
}

Values MaskedSelectOp::decompose(RuleBuilder &b) {
  Expr places = placesOf(inOneRow(b(getMask())), IntegerType::get(getContext(), 64));
  return {take(inOneRow(b(getX())), places, 0)};
}

//--- unique

LogicalResult UniqueOp::verify() {
  const RankedTensorType x = getX().getType();
  const int64_t count = getSize() ? int64_t(*getSize()) : open;
  if (getSize() && count < 0)
    return emitOpError("size is ") << count << ", but must be at least 0";
  if (getAxis() && failed(verifyAxes(getLoc(), int64_t(*getAxis()), x.getRank())))
    return failure();
  if (getFill() && (getFill().getType() != RankedTensorType::get({}, x.getElementType())))
    return emitOpError("fill is ") << getFill().getType() << ", but must be one element of " << x;
  SmallVector<int64_t> sizes{count};
  int64_t all = x.hasStaticShape() ? x.getNumElements() : open;
  if (getAxis()) {
    sizes.assign(x.getShape().begin(), x.getShape().end());
    all = std::exchange(sizes[*getAxis()], count);
  }
  const Type i64 = IntegerType::get(getContext(), 64);
  return success(succeeded(verifyResult(*this, getY(), x.clone(sizes))) &&
                 succeeded(verifyResult(*this, getFirst(), vectorOf(count, i64))) &&
                 succeeded(verifyResult(*this, getInverse(), vectorOf(all, i64))) &&
                 succeeded(verifyResult(*this, getCounts(), vectorOf(count, i64))));
}

namespace {

/// The places of the rows of a matrix, or of numbers, in order; equal ones stay in theirs.
Expr orderOf(const Expr &rows) {
  if (rows.rank() == 1)
    return argsort(rows, 0);
  RuleBuilder &b = rows.builder();
  const AxisSize size = sizeAlong(rows, 0), width = sizeAlong(rows, 1);
  const Type i64 = size.vector.elementType();
  Expr columns = moveAxis(rows, 1, 0);
  Expr places = iota(b, vectorOf(size.known, i64), 0,
                     ShapedType::isDynamic(size.known) ? size.vector : Expr());
  auto byColumn = [&](const Expr &column, ArrayRef<Expr> order) { // the first one counts most
    Expr numbers = take(take(columns, column, 0), order[0], 0);
    return Exprs{take(order[0], argsort(numbers, 0), 0)};
  };
  Expr count = reshape(RankedTensorType::get({}, i64), width.vector);
  return b.loop(count, places, /*isReverse=*/true, byColumn)[0];
}

/// Whether each row, of those in order, differs from the one before.
Expr areFirst(const Expr &rows, bool distinctNan) {
  RuleBuilder &b = rows.builder();
  const AxisSize size = sizeAlong(rows, 0);
  Expr place = iota(b, vectorOf(size.known, size.vector.elementType()), 0,
                    ShapedType::isDynamic(size.known) ? size.vector : Expr());
  Expr before = take(rows, place - 1.0, 0), differs = ne(rows, before);
  if (isa<FloatType, ComplexType>(rows.elementType()) && !distinctNan)
    differs = and_(differs, not_(and_(ne(rows, rows), ne(before, before)))); // NaN
  return or_(rows.rank() == 1 ? differs : any(differs, 1), place <= 0.0);
}

/// The places in a row of truth values that are true: `size` of them, or as many as there are.
/// Where there are too few, the number of all places.
Expr someOf(const Expr &isWanted, std::optional<uint64_t> size, Type i64) {
  if (!size)
    return placesOf(isWanted, i64);
  Expr number = iota(isWanted.builder(), vectorOf(*size, i64), 0) + 1.0;
  return searchsorted(number, cumsum(castTo(isWanted, i64), 0));
}

} // namespace

Values UniqueOp::decompose(RuleBuilder &b) {
  Expr slices = getAxis() ? moveAxis(b(getX()), *getAxis(), 0) : inOneRow(b(getX())), rows = slices;
  while (rows.rank() > 2)
    rows = mergeAxes(rows, 1);
  const Expr all = sizeAlong(rows, 0).vector;
  Type i64 = all.elementType();
  Expr order = orderOf(rows), isFirst = areFirst(take(rows, order, 0), getDistinctNan());
  Expr starts = someOf(isFirst, getSize(), i64),
       ends = slice(concat({starts, all}, 0), {1}, {open}, {1});
  if (getSize()) // the first that is left out begins where the last ends
    ends = slice(someOf(isFirst, *getSize() + 1, i64), {1}, {open}, {1});
  Expr isThere = lt(starts, broadcastLike(all, starts));
  Expr first = take(order, where(isThere, starts, 0.0), 0), y = take(slices, first, 0);
  if (getFill()) {
    auto others = llvm::to_vector(llvm::seq<int64_t>(1, y.rank()));
    y = where(expand_dims(isThere, others), y, b(getFill()));
  }
  Expr number = cumsum(castTo(isFirst, i64), 0) - 1.0;
  Expr inverse = put_along_axis(0.0 * number, order, number, 0);
  Expr counts = asType(ends, starts.type()) - starts;
  return {getAxis() ? moveAxis(y, 0, *getAxis()) : y, first, inverse, counts};
}
