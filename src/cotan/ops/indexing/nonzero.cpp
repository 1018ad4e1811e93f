// nonzero, masked_select, unique: meaning. Signature and doc: nonzero.td.
#include "cotan/ops/indexing/nonzero.inc"

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

/// Whether a result's type is a row of these elements, of an open size.
LogicalResult verifyRow(Operation *op, Value result, Type element) {
  auto type = cast<RankedTensorType>(result.getType());
  if (type == vectorOf(open, element))
    return success();
  return op->emitOpError("gives ")
         << type << ", but how many elements there are is known only when it "
         << "runs; expected " << vectorOf(open, element);
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
  return verifyRow(*this, getY(), getX().getType().getElementType());
}

Values MaskedSelectOp::decompose(RuleBuilder &b) {
  Expr places = placesOf(inOneRow(b(getMask())), IntegerType::get(getContext(), 64));
  return {take(inOneRow(b(getX())), places, 0)};
}

//--- unique

LogicalResult UniqueOp::verify() {
  RankedTensorType x = getX().getType();
  Type i64 = IntegerType::get(getContext(), 64);
  auto all = vectorOf(x.hasStaticShape() ? x.getNumElements() : open, i64);
  if (getInverse().getType() != all)
    return emitOpError("gives ") << getInverse().getType() << " for the elements of " << x
                                 << ", but expected " << all;
  return success(succeeded(verifyRow(*this, getY(), x.getElementType())) &&
                 succeeded(verifyRow(*this, getFirst(), i64)) &&
                 succeeded(verifyRow(*this, getCounts(), i64)));
}

Values UniqueOp::decompose(RuleBuilder &b) {
  Expr row = inOneRow(b(getX()));
  AxisSize size = sizeAlong(row, 0);
  Type i64 = size.vector.elementType();
  Expr order = argsort(row, 0), sorted = take(row, order, 0);
  Expr place = iota(b, vectorOf(size.known, i64), 0,
                    ShapedType::isDynamic(size.known) ? size.vector : Expr());
  Expr before = take(sorted, place - 1.0, 0), differs = ne(sorted, before);
  if (isa<FloatType, ComplexType>(row.elementType()) && !getDistinctNan())
    differs = and_(differs, not_(and_(ne(sorted, sorted), ne(before, before)))); // NaN
  Expr isFirst = or_(differs, place <= 0.0);
  Expr starts = placesOf(isFirst, i64), first = take(order, starts, 0);
  Expr number = cumsum(castTo(isFirst, i64), 0) - 1.0;
  Expr inverse = put_along_axis(broadcastLike(b.scalar(0.0, i64), row), order, number, 0);
  Expr ends = slice(concat({starts, size.vector}, 0), {1}, {open}, {1});
  Expr y = take(row, first, 0), counts = ends - starts;
  return {y, first, inverse, asType(counts, vectorOf(open, i64))};
}
