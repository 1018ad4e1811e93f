// scatter, scatter_add, scatter_nd, scatter_nd_add: meaning and derivative. Signature and doc:
// scatter.td.
#include "cotan/ops/indexing/scatter.inc"

#include "cotan/ops/indexing/counting.h"
#include "cotan/ops/indexing/indexed.h"
#include "cotan/ops/indexing/lane_indices.h"
#include "cotan/ops/indexing/positions.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- scatter, scatter_add

template <typename Op> static LogicalResult verifyOnAxis(Op op) {
  const int64_t rank = op.getType().getRank();
  if (failed(verifyAxes(op.getLoc(), int64_t(op.getAxis()), rank)))
    return failure();
  return verifyUpdates(op, op.getUpdates().getType(),
                       rank - 1 + op.getIndices().getType().getRank());
}

LogicalResult ScatterOp::verify() { return verifyOnAxis(*this); }
LogicalResult ScatterAddOp::verify() { return verifyOnAxis(*this); }

Arrays ScatterOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {writeAt(x[0], positionsOnAxis(x[0].shape(), x[1], getAxis(), getClip()), x[2])};
}

Arrays ScatterAddOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {addAt(x[0], positionsOnAxis(x[0].shape(), x[1], getAxis(), getClip()), x[2])};
}

// An element of x is replaced or kept; an update that another one overwrote has no effect.
Values ScatterOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), indices = b(getIndices()), dx, du;
  if (b.needs(0))
    dx = scatter(dy, indices, b.zerosLike(getUpdates()), getAxis(), getClip());
  if (b.needs(2))
    du = asType(take(dy, indices, getAxis(), getClip(), /*last_only=*/!isSingle(indices.sizes())),
                getUpdates().getType());
  return {dx, Expr(), du};
}

Values ScatterAddOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), du;
  if (b.needs(2))
    du = asType(take(dy, b(getIndices()), getAxis(), getClip()), getUpdates().getType());
  return {dy, Expr(), du};
}

template <typename Op> static Sizes scatteredOnAxis(Op op, SizeRules &rules) {
  return sizesOfScatter(rules, sizesOnAxis(rules, op.getAxis(), op.getClip()));
}

Sizes ScatterOp::sizes(SizeRules &rules, unsigned) { return scatteredOnAxis(*this, rules); }
Sizes ScatterAddOp::sizes(SizeRules &rules, unsigned) { return scatteredOnAxis(*this, rules); }

RuntimeCall ScatterOp::runtimeCall() { return {"cotan_scatter", {int64_t(getAxis()), getClip()}}; }
RuntimeCall ScatterAddOp::runtimeCall() {
  return {"cotan_scatter_add", {int64_t(getAxis()), getClip()}};
}

template <typename Op> static IndexedPlace placeIn(Op op, Element &x) {
  return placeOnAxis(x, op.getAxis(), op.getIndices().getType().getRank(), op.getClip());
}

Update ScatterOp::update(Element &x) { return placeIn(*this, x).write(); }
Update ScatterAddOp::update(Element &x) { return placeIn(*this, x).add(getType()); }
bool ScatterAddOp::mayUpdateOneByOne() { return mayAddOneByOne(getType(), getUpdates().getType()); }

Value ScatterAddOp::addTo(RuleBuilder &b, Value sum) {
  if (!isZeros(getX()))
    return {};
  return scatter_add(b(sum), b(getIndices()), b(getUpdates()), getAxis(), getClip()).value();
}

/// The places along the axis, if they count. Not of open sizes: whether the updates have those of
/// what they replace, `prim.scatter` says when it runs.
template <typename Op> static std::optional<Progression> countingPlaces(Op op) {
  if (!op.getType().hasStaticShape() || !op.getUpdates().getType().hasStaticShape())
    return std::nullopt;
  return countingIndices(op.getIndices(), op.getType().getDimSize(op.getAxis()));
}

/// Whether each place along the axis is named once, in order.
template <typename Op> static bool coversAxis(Op op) {
  auto places = countingPlaces(op);
  return places && places->first == 0 && (places->step == 1 || places->count == 1) &&
         op.getUpdates().getType() == op.getType();
}

// Places that count are a block.
LogicalResult ScatterOp::canonicalize(ScatterOp op, PatternRewriter &rewriter) {
  if (coversAxis(op)) {
    rewriter.replaceOp(op, op.getUpdates());
    return success();
  }
  auto places = countingPlaces(op);
  if (!places || (places->step != 1 && places->count > 1))
    return failure();
  RuleBuilder b(rewriter, op.getLoc());
  SmallVector<int64_t> start(op.getType().getRank(), 0);
  start[op.getAxis()] = places->first;
  Expr y = dynamic_update_slice(b(op.getX()), b.integers(start), b(op.getUpdates()));
  rewriter.replaceOp(op, y.value());
  return success();
}

LogicalResult ScatterAddOp::canonicalize(ScatterAddOp op, PatternRewriter &rewriter) {
  if (!coversAxis(op))
    return failure();
  RuleBuilder b(rewriter, op.getLoc());
  rewriter.replaceOp(op, (b(op.getX()) + b(op.getUpdates())).value());
  return success();
}

/// Updates of all turns, whose axis of turns becomes the first of the indices.
template <typename Op>
static Value accumulateOnAxis(Op op,
                              Expr put(const Expr &, const Expr &, const Expr &, uint64_t, bool),
                              RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  Expr updates = moveAxis(b(rows[1]), 0, op.getAxis());
  return put(b(carried), b(rows[0]), updates, op.getAxis(), op.getClip()).value();
}

Value ScatterOp::accumulate(RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  return accumulateOnAxis(*this, scatter, b, carried, rows);
}
Value ScatterAddOp::accumulate(RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  if (isHalf(getType())) // which are rounded once for all updates
    return {};
  return accumulateOnAxis(*this, scatter_add, b, carried, rows);
}

//--- scatter_nd, scatter_nd_add

template <typename Op> static LogicalResult verifyScatter(Op op) {
  RankedTensorType x = op.getX().getType(), indices = op.getIndices().getType();
  if (failed(verifyOnFirstAxes(op.getLoc(), x, indices)))
    return failure();
  return verifyUpdates(op, op.getUpdates().getType(),
                       indices.getRank() - 1 + x.getRank() - indices.getShape().back());
}

LogicalResult ScatterNdOp::verify() { return verifyScatter(*this); }
LogicalResult ScatterNdAddOp::verify() { return verifyScatter(*this); }

Arrays ScatterNdOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {writeAt(x[0], positionsOnFirstAxes(x[0].shape(), x[1], getClip()), x[2])};
}

Arrays ScatterNdAddOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {addAt(x[0], positionsOnFirstAxes(x[0].shape(), x[1], getClip()), x[2])};
}

Values ScatterNdOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), indices = b(getIndices()), dx, du;
  if (b.needs(0))
    dx = scatter_nd(dy, indices, b.zerosLike(getUpdates()), getClip());
  if (b.needs(2))
    du = asType(gather_nd(dy, indices, getClip(),
                          /*last_only=*/!isSingle(indices.sizes().drop_back())),
                getUpdates().getType());
  return {dx, Expr(), du};
}

Values ScatterNdAddOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), du;
  if (b.needs(2))
    du = asType(gather_nd(dy, b(getIndices()), getClip()), getUpdates().getType());
  return {dy, Expr(), du};
}

template <typename Op> static Sizes scatteredOnFirstAxes(Op op, SizeRules &rules) {
  const int64_t depth = op.getIndices().getType().getShape().back();
  return sizesOfScatter(rules, sizesOnFirstAxes(rules, depth, op.getClip()));
}

Sizes ScatterNdOp::sizes(SizeRules &rules, unsigned) { return scatteredOnFirstAxes(*this, rules); }
Sizes ScatterNdAddOp::sizes(SizeRules &rules, unsigned) {
  return scatteredOnFirstAxes(*this, rules);
}

RuntimeCall ScatterNdOp::runtimeCall() { return {"cotan_scatter_nd", {getClip()}}; }
RuntimeCall ScatterNdAddOp::runtimeCall() { return {"cotan_scatter_nd_add", {getClip()}}; }

Update ScatterNdOp::update(Element &x) {
  return placeOnFirstAxes(x, getIndices().getType(), getClip()).write();
}
Update ScatterNdAddOp::update(Element &x) {
  return placeOnFirstAxes(x, getIndices().getType(), getClip()).add(getType());
}
bool ScatterNdAddOp::mayUpdateOneByOne() {
  return mayAddOneByOne(getType(), getUpdates().getType());
}

Value ScatterNdAddOp::addTo(RuleBuilder &b, Value sum) {
  if (!isZeros(getX()))
    return {};
  return scatter_nd_add(b(sum), b(getIndices()), b(getUpdates()), getClip()).value();
}

Value ScatterNdOp::accumulate(RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  return scatter_nd(b(carried), b(rows[0]), b(rows[1]), getClip()).value();
}
Value ScatterNdAddOp::accumulate(RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  if (isHalf(getType()))
    return {};
  return scatter_nd_add(b(carried), b(rows[0]), b(rows[1]), getClip()).value();
}

//--- batches

/// `onAxis` with indices that all lanes have together, `byTuple` with others.
template <typename Op, typename OnAxis, typename ByTuple>
static Expr batchOnAxis(Op op, Batch &x, OnAxis onAxis, ByTuple byTuple) {
  int64_t axis = op.getAxis(), places = op.getIndices().getType().getRank();
  if (!x.isBatched(1))
    return onAxis(x.whole(0), x[1], x.whole(2), axis + 1, op.getClip());
  Expr updates = moveAxes(x.whole(2), axis + 1, places, 1);
  Expr rows = byTuple(moveAxis(x.whole(0), axis + 1, 1), tuplesOf(x[1]), updates, op.getClip());
  return moveAxis(rows, 1, axis + 1);
}

Values ScatterOp::batch(Batch &x) { return {batchOnAxis(*this, x, scatter, scatter_nd)}; }
Values ScatterAddOp::batch(Batch &x) {
  return {batchOnAxis(*this, x, scatter_add, scatter_nd_add)};
}

Values ScatterNdOp::batch(Batch &x) {
  return {scatter_nd(x.whole(0), withLaneNumbers(x.whole(1)), x.whole(2), getClip())};
}
Values ScatterNdAddOp::batch(Batch &x) {
  return {scatter_nd_add(x.whole(0), withLaneNumbers(x.whole(1)), x.whole(2), getClip())};
}
