// take_along_axis, put_along_axis: meaning and derivative. Signature and doc: take_along_axis.td.
#include "cotan/ops/indexing/take_along_axis.inc"

#include "cotan/ops/indexing/indexed.h"
#include "cotan/ops/indexing/positions.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult TakeAlongAxisOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  if (failed(verifyAlongAxis(loc, x, indices, adaptor.getAxis())))
    return failure();
  return inferTypes<TakeAlongAxisOp>(loc, adaptor, x.getElementType(), results);
}

Arrays TakeAlongAxisOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {
      readAt(x[0], positionsAlongAxis(x[0].shape(), x[1], getAxis(), getClip()), getLastOnly())};
}

Values TakeAlongAxisOp::vjp(RuleBuilder &b, ValueRange g) {
  bool add = !getLastOnly();
  auto put = [&](const Expr &dy) {
    return put_along_axis(zerosLike(getX(), dy), b(getIndices()), dy, getAxis(), add, getClip());
  };
  return {inComputedType(b(g[0]), put), Expr()};
}

Sizes TakeAlongAxisOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesAlongAxis(rules, x.getAxis(), x.getClip());
}

Follows TakeAlongAxisOp::follows(unsigned i) {
  if (i == 0)
    return std::nullopt;
  return llvm::to_vector(llvm::seq<int64_t>(0, getType().getRank()));
}

Lanes TakeAlongAxisOp::lower(Element &x) {
  return placeAlongAxis(x, getAxis(), getClip()).read(getType());
}

// Which index is the last to name an element is known only when all have been seen.
RuntimeCall TakeAlongAxisOp::runtimeCall() {
  if (!getLastOnly())
    return {};
  return {"cotan_take_along_axis_last", {int64_t(getAxis()), getClip()}};
}

LogicalResult PutAlongAxisOp::verify() {
  const Type element = getX().getType().getElementType();
  if (getAdd() && (element.isInteger(1) || isStorageOnly(element)))
    return emitOpError("cannot add to ") << getX().getType() << "; cast it to a number first";
  if (failed(verifyAlongAxis(getLoc(), getX().getType(), getIndices().getType(), getAxis())))
    return failure();
  return verifyUpdates(*this, getUpdates().getType(), getType().getRank());
}

Arrays PutAlongAxisOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  Array positions = positionsAlongAxis(x[0].shape(), x[1], getAxis(), getClip());
  return {getAdd() ? addAt(x[0], positions, x[2]) : writeAt(x[0], positions, x[2])};
}

Values PutAlongAxisOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), indices = b(getIndices()), dx = dy, du;
  if (!getAdd() && b.needs(0))
    dx = put_along_axis(dy, indices, b.zerosLike(getUpdates()), getAxis(), false, getClip());
  if (b.needs(2))
    du = asType(take_along_axis(dy, indices, getAxis(), getClip(),
                                /*last_only=*/!getAdd() && !isSingle(indices.sizes()[getAxis()])),
                getUpdates().getType());
  return {dx, Expr(), du};
}

Sizes PutAlongAxisOp::sizes(SizeRules &rules, unsigned) {
  return sizesOfScatter(rules, sizesAlongAxis(rules, getAxis(), getClip()));
}

RuntimeCall PutAlongAxisOp::runtimeCall() {
  return {getAdd() ? "cotan_put_along_axis_add" : "cotan_put_along_axis",
          {int64_t(getAxis()), getClip()}};
}

Update PutAlongAxisOp::update(Element &x) {
  IndexedPlace place = placeAlongAxis(x, getAxis(), getClip());
  return getAdd() ? place.add(getType()) : place.write();
}

bool PutAlongAxisOp::mayUpdateOneByOne() {
  return !getAdd() || mayAddOneByOne(getType(), getUpdates().getType());
}

Value PutAlongAxisOp::addTo(RuleBuilder &b, Value sum) {
  if (!getAdd() || !isZeros(getX()))
    return {};
  return put_along_axis(b(sum), b(getIndices()), b(getUpdates()), getAxis(), true, getClip())
      .value();
}

Values TakeAlongAxisOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values PutAlongAxisOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
