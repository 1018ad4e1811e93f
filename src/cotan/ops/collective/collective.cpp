// psum, all_gather, psum_scatter, ppermute, all_to_all, axis_index: meaning, lanes and derivatives.
// Signature and doc: collective.td.
#include "cotan/ops/collective/collective.inc"

#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// What each lane gives: zeros for those that are not here.
Expr givenBy(Batch &x, const Expr &isHere) {
  Expr rows = x.whole(0);
  if (!isHere)
    return rows;
  auto others = llvm::to_vector(llvm::seq<int64_t>(1, rows.rank()));
  return where(expand_dims(isHere, others), rows, 0.0);
}

Expr sumOfLanes(const Expr &rows) {
  return inComputedType(rows, [](const Expr &wide) { return sum(wide, {0}); });
}

RankedTensorType withoutAxis(RankedTensorType type, int64_t axis) {
  return RankedTensorType::Builder(type).dropDim(axis);
}

LogicalResult verifyPlace(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError("axis ") << axis << " is outside [0, " << rank << ")";
}

/// Of an op that makes `gathered` of `one`, or the other way.
LogicalResult verifyGathered(Operation *op, int64_t axis, RankedTensorType one,
                             RankedTensorType gathered) {
  if (failed(verifyPlace(op, axis, gathered.getRank())))
    return failure();
  if (withoutAxis(gathered, axis) == one)
    return success();
  return op->emitOpError("has ") << one << " in each lane, and " << gathered
                                 << " of all of them, which must be the same but for axis " << axis;
}

/// Whether the batch has as many lanes as the op is written for; that it has not is said.
bool hasLanes(Collective op, const Batch &x, int64_t count) {
  const int64_t lanes = x.axis().size();
  auto printed = [](int64_t size) {
    return ShapedType::isDynamic(size) ? std::string("an open number of") : std::to_string(size);
  };
  if (lanes != count)
    op->emitOpError("is of ") << printed(count) << " lanes along '" << op.getAxisName()
                              << "', but the batch has " << printed(lanes);
  return lanes == count;
}

/// `row`, of size 1 along `axis`, and zeros: of this size together, but as it is if that is open.
Expr andZeros(const Expr &row, int64_t axis, int64_t size) {
  if (ShapedType::isDynamic(size))
    return row;
  SmallVector<int64_t> none(row.rank(), 0), behind(row.rank(), 0);
  behind[axis] = size - 1; // of no lane at all one row is too many
  Expr zero = row.builder().scalar(0, row.elementType());
  return pad(row, zero, none, behind, none);
}

/// For each lane the one that has it as its source; -1 if none has.
SmallVector<int64_t> inverse(ArrayRef<int64_t> sources) {
  SmallVector<int64_t> readers(sources.size(), -1);
  for (auto [i, source] : llvm::enumerate(sources))
    if (source >= 0)
      readers[source] = i;
  return readers;
}

/// The type of what `like` has, with the element type of `x`.
RankedTensorType typeLike(Value like, const Expr &x) {
  return cast<RankedTensorType>(like.getType()).clone(x.elementType());
}

} // namespace

//--- psum

bool PsumOp::resultsDiffer() { return false; }
Values PsumOp::decompose(RuleBuilder &b) { return {b(getX())}; }
Values PsumOp::vjp(RuleBuilder &b, ValueRange g) { return {psum(b(g[0]), getAxisName())}; }
Values PsumOp::batch(Batch &x) { return x.again(); }

Values PsumOp::meet(Batch &x, const Expr &isHere) {
  if (!isHere && !x.isBatched(0) && x.axis().isStatic() && x.axis().size() > 0)
    return {x[0] * double(x.axis().size())};
  return {sumOfLanes(givenBy(x, isHere))};
}

//--- all_gather

LogicalResult AllGatherOp::verify() {
  return verifyGathered(*this, getAxis(), getX().getType(), getY().getType());
}

bool AllGatherOp::resultsDiffer() { return false; }

Values AllGatherOp::decompose(RuleBuilder &b) {
  Expr row = expand_dims(b(getX()), {int64_t(getAxis())});
  RankedTensorType type = getY().getType();
  return {asType(andZeros(row, getAxis(), type.getDimSize(getAxis())), type)};
}

Values AllGatherOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]);
  return {psum_scatter(typeLike(getX(), dy), dy, getAxisName(), getAxis())};
}

Values AllGatherOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

Values AllGatherOp::meet(Batch &x, const Expr &isHere) {
  if (!hasLanes(*this, x, getY().getType().getDimSize(getAxis())))
    return {};
  return {moveAxis(givenBy(x, isHere), 0, getAxis())};
}

//--- psum_scatter

LogicalResult PsumScatterOp::verify() {
  return verifyGathered(*this, getAxis(), getY().getType(), getX().getType());
}

bool PsumScatterOp::resultsDiffer() { return true; }

Values PsumScatterOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t axis = getAxis();
  return {x.sizes()[axis] == 0 ? sum(x, {axis}) : pickAlong(x, axis, 0)};
}

Values PsumScatterOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]);
  return {all_gather(typeLike(getX(), dy), dy, getAxisName(), getAxis())};
}

Values PsumScatterOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

Values PsumScatterOp::meet(Batch &x, const Expr &isHere) {
  if (!hasLanes(*this, x, getX().getType().getDimSize(getAxis())))
    return {};
  return {moveAxis(sumOfLanes(givenBy(x, isHere)), getAxis(), 0)};
}

//--- ppermute

LogicalResult PpermuteOp::verify() {
  const int64_t count = getSources().size();
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t source : getSources()) {
    if (source < -1 || source >= count)
      return emitOpError("source ") << source << " is outside [-1, " << count << ")";
    if (source >= 0 && !seen.insert(source).second)
      return emitOpError("lane ") << source << " is the source of several; it may be of one";
  }
  return success();
}

bool PpermuteOp::resultsDiffer() { return true; }

Values PpermuteOp::decompose(RuleBuilder &b) {
  const bool isOwn = !getSources().empty() && getSources()[0] == 0;
  Expr x = b(getX());
  return {isOwn ? x : b.full(0, x)};
}

Values PpermuteOp::vjp(RuleBuilder &b, ValueRange g) {
  return {ppermute(b(g[0]), getAxisName(), inverse(getSources()))};
}

Values PpermuteOp::batch(Batch &x) { return x.again(); }

Values PpermuteOp::meet(Batch &x, const Expr &isHere) {
  if (!hasLanes(*this, x, getSources().size()))
    return {};
  RuleBuilder &b = x.builder();
  Expr rows = givenBy(x, isHere);
  if (getSources().empty())
    return {rows};
  Expr sources = b.integers(getSources());
  Expr taken = take(rows, maximum(sources, 0.0), 0);
  if (!llvm::is_contained(getSources(), -1))
    return {taken};
  auto others = llvm::to_vector(llvm::seq<int64_t>(1, rows.rank()));
  return {where(expand_dims(sources >= 0.0, others), taken, 0.0)};
}

//--- all_to_all

LogicalResult AllToAllOp::verify() {
  return verifyPlace(*this, getAxis(), getX().getType().getRank());
}

bool AllToAllOp::resultsDiffer() { return true; }

Values AllToAllOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t axis = getAxis(), size = x.sizes()[axis];
  return {size == 0 ? x : andZeros(expand_dims(pickAlong(x, axis, 0), {axis}), axis, size)};
}

Values AllToAllOp::vjp(RuleBuilder &b, ValueRange g) {
  return {all_to_all(b(g[0]), getAxisName(), getAxis())};
}

Values AllToAllOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

Values AllToAllOp::meet(Batch &x, const Expr &isHere) {
  if (!hasLanes(*this, x, getX().getType().getDimSize(getAxis())))
    return {};
  Expr rows = givenBy(x, isHere);
  const int64_t axis = getAxis() + 1;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rows.rank()));
  std::swap(order[0], order[axis]);
  return {transpose(rows, order)};
}

//--- axis_index

LogicalResult AxisIndexOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferTypes<AxisIndexOp>(loc, adaptor, IntegerType::get(context, 64), results);
}

Sizes AxisIndexOp::sizes(Adaptor, SizeRules &, unsigned) { return {}; }
bool AxisIndexOp::resultsDiffer() { return true; }
Values AxisIndexOp::vjp(RuleBuilder &, ValueRange) { return {}; }

Values AxisIndexOp::decompose(RuleBuilder &b) { return {b.scalar(0, getType().getElementType())}; }

Values AxisIndexOp::meet(Batch &x, const Expr &) {
  const BatchAxis &lanes = x.axis();
  return {
      iota(x.builder(), x.type(), 0, lanes.isStatic() ? Expr() : lanes.sizeVector(x.builder()))};
}
