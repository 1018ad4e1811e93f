// What lanes say: a line for each lane that comes to a print, in order; an assertion of all lanes.
#include "cotan/batching/batcher.h"

#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

/// The lanes that come to `op`; null if all do. The regions around it chose among those that the
/// regions around them chose.
Value Batcher::activeAt(Operation *op) {
  RuleBuilder b(ops, op->getLoc());
  Expr active;
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion())
    if (Value chosen = actives.lookup(region))
      active = active ? and_(active, b(chosen)) : b(chosen);
  return active ? active.value() : Value();
}

/// Whether only some lanes may come to `op`.
bool Batcher::isInMask(Operation *op) const {
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion())
    if (actives.contains(region))
      return true;
  return false;
}

/// The values of one lane.
SmallVector<Value> Batcher::valuesOf(ValueRange those, Value lane) {
  SmallVector<Value> found;
  for (Value value : those) {
    RuleBuilder b(ops, value.getLoc());
    Value all = at(value);
    if (batched.contains(value))
      all = asType(take(b(all), b(lane), 0), cast<RankedTensorType>(value.getType())).value();
    found.push_back(all);
  }
  return found;
}

/// An empty region of what happens if the condition holds.
static Block *startIf(OpBuilder &ops, Location loc, Value condition) {
  auto branch = flow::IfOp::create(ops, loc, TypeRange(), condition);
  for (Region *region : {&branch.getElseRegion(), &branch.getThenRegion()}) {
    OpBuilder::InsertionGuard guard(ops);
    ops.createBlock(region);
    flow::YieldOp::create(ops, loc, ValueRange());
  }
  return &branch.getThenRegion().front();
}

void Batcher::runPrint(flow::PrintOp print) {
  Location loc = print.getLoc();
  RuleBuilder b(ops, loc);
  auto index = RankedTensorType::get({}, ops.getI64Type());
  Value active = activeAt(print), first = b.scalar(0, ops.getI64Type()).value(),
        end = squeeze(axis.sizeVector(b), {0}).value(),
        step = b.scalar(1, ops.getI64Type()).value();
  OperationState state(loc, flow::ForOp::getOperationName());
  state.addOperands({first, end, step});
  state.addRegion();
  state.addRegion();
  Operation *loop = ops.create(state);
  OpBuilder::InsertionGuard guard(ops);
  Block *body = ops.createBlock(&cast<flow::ForOp>(loop).getBody(), {}, {index}, {loc});
  Value lane = body->getArgument(0);
  flow::YieldOp::create(ops, loc, ValueRange());
  ops.setInsertionPointToStart(body);
  if (active)
    ops.setInsertionPointToStart(startIf(ops, loc, take(b(active), b(lane), 0).value()));
  auto copy =
      flow::PrintOp::create(ops, loc, print.getTextAttr(), valuesOf(print.getValues(), lane));
  copy->setDiscardableAttrs(print->getDiscardableAttrDictionary());
}

/// Lanes that do not come here hold what one that does holds, so they fail with it. The values of
/// the text are those of the first lane that fails.
void Batcher::runAssert(flow::AssertOp op) {
  Location loc = op.getLoc();
  RuleBuilder b(ops, loc);
  Value holds = whole(op.getCondition());
  OpBuilder::InsertionGuard guard(ops);
  ops.setInsertionPointToStart(startIf(ops, loc, not_(all(b(holds), int64_t(0))).value()));
  Value lane = argmin(castTo(b(holds), ops.getI8Type()), 0).value();
  Value fails = b.scalar(0, ops.getI1Type()).value();
  auto copy =
      flow::AssertOp::create(ops, loc, fails, op.getTextAttr(), valuesOf(op.getValues(), lane));
  copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
}

} // namespace cotan
