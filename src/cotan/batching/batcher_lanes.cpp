// Loops whose turns differ between the lanes: a turn is run while any lane wants it, and the lanes
// that do not keep what they have.
#include "cotan/batching/batcher.h"
#include "cotan/batching/idle_lanes.h"

#include "cotan/ir/flow/variables.h"
#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

/// Runs one region of a loop for the active lanes; `next` is what the variables are at its end.
LogicalResult Batcher::runTurn(flow::Structured loop, Region &region, Value active,
                               SmallVectorImpl<Value> &next) {
  masks[&region] = actives[&region] = active;
  SmallVector<Value> before;
  for (unsigned j = 0; j < loop->getNumResults(); ++j)
    before.push_back(at(flow::argumentOf(loop, region, j)));
  Mask mask(ops, loop->getLoc(), axis, active);
  IdleLanes idle(*this, batched, region, mask);
  if (failed(runBlock(region.front())))
    return failure();
  for (unsigned j = 0; j < loop->getNumResults(); ++j) {
    Value yielded = flow::yieldOf(region, j).get();
    if (!batched.contains(loop->getResult(j)))
      next.push_back(at(yielded));
    else if (yielded == flow::argumentOf(loop, region, j))
      next.push_back(before[j]);
    else
      next.push_back(mask.choose(whole(yielded), before[j]));
  }
  return success();
}

/// A loop with the regions of `op` still empty but for `init`; `extra` are variables behind its
/// own.
Operation *Batcher::startLoop(flow::Structured op, ValueRange bounds, ValueRange extra) {
  Location loc = op->getLoc();
  unsigned stacks = flow::numInitStacks(op);
  OperationState state(loc, op->getName());
  state.addOperands(bounds);
  SmallVector<Value> starts;
  for (auto [j, start] : llvm::enumerate(op.getStartsMutable()))
    starts.push_back(variable(op, j, start.get()));
  llvm::append_range(starts, extra);
  state.addOperands(starts);
  state.addTypes(ValueRange(starts).getTypes());
  state.addTypes(SmallVector<Type>(stacks, flow::StackType::get(op.getContext())));
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *fresh = ops.create(state);
  fresh->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (stacks == 0)
    return fresh;
  OpBuilder::InsertionGuard guard(ops);
  SmallVector<Location> locs(starts.size(), loc);
  Block *init = ops.createBlock(&fresh->getRegion(0), {}, ValueRange(starts).getTypes(), locs);
  SmallVector<Value> yields(init->getArguments());
  for (unsigned i = 0; i < stacks; ++i)
    yields.push_back(flow::CreateStackOp::create(ops, loc, flow::StackType::get(op.getContext())));
  flow::YieldOp::create(ops, loc, yields);
  return fresh;
}

//--- while

/// Whether each lane goes on is one more variable.
LogicalResult Batcher::runWhile(flow::WhileOp loop) {
  auto op = cast<flow::Structured>(loop.getOperation());
  Location loc = op->getLoc();
  RuleBuilder b(ops, loc);
  unsigned last = op->getNumResults() - flow::numInitStacks(op);
  Value everyLane = axis.repeat(b, b.scalar(1, ops.getI1Type()).value());
  Operation *fresh = startLoop(op, {}, everyLane);
  for (unsigned i : {1, 2}) {
    Region &region = op->getRegion(i);
    OpBuilder::InsertionGuard guard(ops);
    Block *block = startRegion(region, fresh->getRegion(i));
    Value active = block->insertArgument(last, everyLane.getType(), loc);
    SmallVector<Value> next;
    if (failed(runTurn(op, region, active, next)))
      return failure();
    auto end = dyn_cast<flow::CondYieldOp>(region.front().getTerminator());
    if (!end) {
      next.insert(next.begin() + last, active);
      flow::YieldOp::create(ops, loc, next);
      continue;
    }
    Expr goesOn = and_(b(active), b(whole(end.getCondition())));
    next.insert(next.begin() + last, goesOn.value());
    flow::CondYieldOp::create(ops, loc, any(goesOn, int64_t(0)).value(), next);
  }
  SmallVector<Value> results(fresh->getResults());
  results.erase(results.begin() + last);
  mapResults(op, results);
  return success();
}

/// A loop that empties a stack: its frames say which lanes a turn is of.
LogicalResult Batcher::runDrain(flow::WhileOp loop) {
  auto op = cast<flow::Structured>(loop.getOperation());
  Location loc = op->getLoc();
  Operation *fresh = startLoop(op, {}, {});
  for (unsigned i : {1, 2}) {
    Region &region = op->getRegion(i);
    OpBuilder::InsertionGuard guard(ops);
    Block *block = startRegion(region, fresh->getRegion(i));
    SmallVector<Value> next;
    if (flow::PopBackOp pop = turns.sourceOf(region)) {
      runPop(pop);
      if (failed(runTurn(op, region, masks.lookup(&region), next)))
        return failure();
    } else {
      llvm::append_range(next, block->getArguments());
      if (failed(runBlock(region.front())))
        return failure();
    }
    if (auto end = dyn_cast<flow::CondYieldOp>(region.front().getTerminator()))
      flow::CondYieldOp::create(ops, loc, at(end.getCondition()), next);
    else
      flow::YieldOp::create(ops, loc, next);
  }
  mapResults(op, fresh->getResults());
  return success();
}

//--- for

namespace {

/// The indices of a counted loop, which may differ between the lanes.
struct Range {
  Expr lower, upper, step;

  /// How many there are, as i64; computed without a sign, so that no distance is too large.
  Expr count() const {
    RuleBuilder &b = lower.builder();
    Type i64 = IntegerType::get(lower.elementType().getContext(), 64);
    Type ui64 = IntegerType::get(i64.getContext(), 64, IntegerType::Unsigned);
    Expr low = castTo(lower, i64), high = castTo(upper, i64), stride = castTo(step, i64);
    Expr isUp = stride > 0.0;
    Expr first = where(isUp, low, high), end = where(isUp, high, low);
    Expr distance = castTo(end - first, ui64);
    Expr length = maximum(castTo(abs(stride), ui64), b.scalar(1, ui64));
    Expr turns = castTo((distance - 1.0) / length + 1.0, i64);
    return where(first < end, turns, 0.0);
  }
};

} // namespace

/// As many turns as the lane with most has; each lane counts its own index.
LogicalResult Batcher::runFor(flow::ForOp loop) {
  auto op = cast<flow::Structured>(loop.getOperation());
  Location loc = op->getLoc();
  RuleBuilder b(ops, loc);
  Type i64 = ops.getI64Type();
  Range range = {b(at(loop.getLower())), b(at(loop.getUpper())), b(at(loop.getStep()))};
  Expr count = range.count();
  Expr isStuck = eq(range.step, b.full(0, range.step));
  // A step of zero in one lane ends the program, as it would that lane's.
  Expr step = castTo(not_(isStuck.rank() == 0 ? isStuck : any(isStuck, int64_t(0))), i64);
  Operation *fresh =
      startLoop(op, {b.scalar(0, i64).value(), max(count, int64_t(0)).value(), step.value()}, {});
  cast<flow::ForOp>(fresh).setReverse(loop.getReverse());

  Region &region = loop.getBody();
  OpBuilder::InsertionGuard guard(ops);
  Block *block = startRegion(region, cast<flow::ForOp>(fresh).getBody());
  Expr turn = b(block->insertArgument(0u, RankedTensorType::get({}, i64), loc));
  Expr active = turn < count;
  Expr index = range.lower + castTo(turn, range.lower.elementType()) * range.step;
  map(region.getArgument(0), index.value());
  block->eraseArgument(1);
  SmallVector<Value> next;
  if (failed(runTurn(op, region, active.value(), next)))
    return failure();
  flow::YieldOp::create(ops, loc, next);
  mapResults(op, fresh->getResults());
  return success();
}

} // namespace cotan
