// Branches that lanes take in different ways: each way is run if any lane goes it, one after the
// other, and each lane takes the results of its own.
#include "cotan/batching/batcher.h"
#include "cotan/batching/idle_lanes.h"

#include "cotan/autodiff/moved_functions.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

/// The results of the ways that have been built.
struct Batcher::Ways {
  flow::Structured op;
  SmallVector<Value> results;
  SmallVector<Value> stacks; // made by the first way that needs them
  Value ran;                 // whether any of them was run; null: surely
  bool isStarted = false;

  unsigned numValues() { return op->getNumResults() - flow::numInitStacks(op); }
  bool hasOpenShapes() {
    return llvm::any_of(op->getResults().take_front(numValues()), [](Value result) {
      auto tensor = dyn_cast<RankedTensorType>(result.getType());
      return tensor && !tensor.hasStaticShape();
    });
  }
};

/// For each region the lanes that take it.
SmallVector<Value> Batcher::choices(flow::Structured op) {
  RuleBuilder b(ops, op->getLoc());
  Expr selector = b(whole(op->getOperand(0)));
  if (isa<flow::IfOp>(op))
    return {selector.value(), not_(selector).value()};
  if (!selector.elementType().isUnsignedInteger(64))
    selector = castTo(selector, ops.getI64Type());
  SmallVector<Value> chosen;
  double last = op->getNumRegions() - 2; // without init
  if (last == 0)                         // whatever the index is
    return {axis.repeat(b, b.scalar(1, ops.getI1Type()).value())};
  for (double i = 0; i <= last; ++i) {
    Expr number = b.full(i, selector);
    chosen.push_back((i == 0      ? selector <= 0.0
                      : i == last ? selector >= last
                                  : eq(selector, number))
                         .value());
  }
  return chosen;
}

/// What stands for the results of a way no lane goes.
Value Batcher::unused(Location loc, RankedTensorType type) {
  RuleBuilder b(ops, loc);
  Expr zero = b.scalar(0, type.getElementType());
  SmallVector<int64_t> lane(type.getShape().drop_front());
  llvm::replace(lane, ShapedType::kDynamic, int64_t(0));
  Expr shape = type.hasStaticShape() ? Expr() : axis.shape(b.integers(lane));
  return b.broadcast(zero, type, shape).value();
}

LogicalResult Batcher::runWay(Ways &ways, Region &region, Value active,
                              SmallVectorImpl<Value> &results) {
  Mask mask(ops, region.getLoc(), axis, active);
  actives[&region] = active;
  for (auto [arg, stack] : llvm::zip(region.getArguments(), ways.stacks))
    map(arg, stack);
  IdleLanes idle(*this, batched, region, mask);
  if (failed(runBlock(region.front())))
    return failure();
  for (unsigned j = 0; j < ways.numValues(); ++j)
    results.push_back(whole(flow::yieldOf(region, j).get()));
  return success();
}

/// A branch with an empty region for a way that some lanes may go. The first one makes the stacks.
flow::IfOp Batcher::startGuard(Ways &ways, Value isWanted) {
  Location loc = ways.op->getLoc();
  SmallVector<Type> types;
  for (Value result : ways.op->getResults().take_front(ways.numValues()))
    types.push_back(axis.type(result.getType()));
  unsigned stacks = ways.stacks.empty() ? flow::numInitStacks(ways.op) : 0;
  Type stack = flow::StackType::get(ops.getContext());
  types.append(stacks, stack);
  auto branch = flow::IfOp::create(ops, loc, types, isWanted);
  branch->setDiscardableAttrs(ways.op->getDiscardableAttrDictionary());
  SmallVector<Type> args(stacks, stack);
  SmallVector<Location> locs(stacks, loc);
  OpBuilder::InsertionGuard guard(ops);
  if (stacks > 0) {
    ops.createBlock(&branch.getInit());
    SmallVector<Value> made;
    for (unsigned i = 0; i < stacks; ++i)
      made.push_back(flow::CreateStackOp::create(ops, loc, stack));
    flow::YieldOp::create(ops, loc, made);
  }
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
    ops.createBlock(region, {}, args, locs);
  return branch;
}

/// Runs a way if a lane goes it.
LogicalResult Batcher::runGuarded(Ways &ways, Region &region, Value active, Value isWanted,
                                  SmallVectorImpl<Value> &results) {
  Location loc = ways.op->getLoc();
  flow::IfOp branch = startGuard(ways, isWanted);
  unsigned count = ways.numValues();
  OpBuilder::InsertionGuard guard(ops);
  Block &then = branch.getThenRegion().front(), &otherwise = branch.getElseRegion().front();
  if (then.getNumArguments() > 0)
    ways.stacks.assign(then.args_begin(), then.args_end());
  ops.setInsertionPointToStart(&then);
  if (failed(runWay(ways, region, active, results)))
    return failure();
  llvm::append_range(results, then.getArguments());
  flow::YieldOp::create(ops, loc, results);

  ops.setInsertionPointToStart(&otherwise);
  results.clear();
  for (Value result : branch.getResults().take_front(count))
    results.push_back(unused(loc, cast<RankedTensorType>(result.getType())));
  llvm::append_range(results, otherwise.getArguments());
  flow::YieldOp::create(ops, loc, results);

  results.assign(branch->result_begin(), branch->result_begin() + count);
  if (then.getNumArguments() > 0)
    ways.stacks.assign(branch->result_begin() + count, branch->result_end());
  return success();
}

/// `chosen` in the lanes of `active`, the results so far in the others. Where shapes are open,
/// those of a way that was not run are not known.
void Batcher::merge(Ways &ways, ArrayRef<Value> chosen, Value active, Value isWanted) {
  Location loc = ways.op->getLoc();
  Mask mask(ops, loc, axis, active);
  auto choose = [&] {
    SmallVector<Value> merged;
    for (auto [x, y] : llvm::zip_equal(chosen, ways.results))
      merged.push_back(mask.choose(x, y));
    return merged;
  };
  // before: %a, %b     after: flow.if %condition { %a } else { %b }
  auto either = [&](Value condition, llvm::function_ref<SmallVector<Value>()> then,
                    ArrayRef<Value> otherwise) {
    if (!condition)
      return then();
    auto branch = flow::IfOp::create(ops, loc, ValueRange(otherwise).getTypes(), condition);
    OpBuilder::InsertionGuard guard(ops);
    ops.createBlock(&branch.getThenRegion());
    flow::YieldOp::create(ops, loc, then());
    ops.createBlock(&branch.getElseRegion());
    flow::YieldOp::create(ops, loc, otherwise);
    return SmallVector<Value>(branch.getResults());
  };
  if (!ways.hasOpenShapes()) {
    ways.results = choose();
    return;
  }
  SmallVector<Value> before = ways.results;
  ways.results = either(isWanted, [&] { return either(ways.ran, choose, chosen); }, before);
  RuleBuilder b(ops, loc);
  ways.ran = isWanted && ways.ran ? or_(b(isWanted), b(ways.ran)).value() : Value();
}

/// Whether a way is run at all; null if it may run in any case.
Value Batcher::guardOf(Ways &ways, Region &region, Value active, bool isLast) {
  // Shapes of a way that no lane goes may be anything.
  if (ways.op->getNumRegions() == 2 || (isHarmless(region) && !ways.hasOpenShapes()))
    return nullptr;
  RuleBuilder b(ops, region.getLoc());
  Expr wanted = any(b(active), int64_t(0));
  // Where there is no lane at all, none goes any way, but what shapes results have must be known.
  bool mayHaveNoLane = !axis.isStatic() || axis.size() == 0;
  if (isLast && ways.ran && ways.hasOpenShapes() && mayHaveNoLane)
    wanted = or_(wanted, not_(b(ways.ran)));
  return wanted.value();
}

LogicalResult Batcher::addWay(Ways &ways, Region &region, Value active, bool isLast) {
  SmallVector<Value> results;
  Value isWanted = guardOf(ways, region, active, isLast);
  Type stack = flow::StackType::get(ops.getContext());
  while (!isWanted && ways.stacks.size() < flow::numInitStacks(ways.op))
    ways.stacks.push_back(flow::CreateStackOp::create(ops, region.getLoc(), stack));
  if (failed(isWanted ? runGuarded(ways, region, active, isWanted, results)
                      : runWay(ways, region, active, results)))
    return failure();
  if (std::exchange(ways.isStarted, true)) {
    merge(ways, results, active, isWanted);
    return success();
  }
  ways.results = results;
  ways.ran = isWanted;
  return success();
}

LogicalResult Batcher::runBranch(flow::Structured op) {
  Ways ways = {op, {}, {}, {}};
  for (Value result : op->getResults().take_front(ways.numValues()))
    if (isa<flow::StackType>(result.getType()))
      return op->emitError(
          "cannot be batched: it chooses between stacks, which lanes have together");
  SmallVector<Value> chosen = choices(op);
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq(0u, unsigned(chosen.size())));
  if (takesBack(op))
    std::reverse(order.begin(), order.end());
  for (unsigned i : order) {
    Region &region = op->getRegion(i + 1); // behind init
    if (!region.empty() && failed(addWay(ways, region, chosen[i], i == order.back())))
      return failure();
  }
  llvm::append_range(ways.results, ways.stacks);
  mapResults(op, ways.results);
  return success();
}

/// Whether the calls inside run backward that have frames on a stack with those of others.
static std::optional<bool> directionOfCalls(Operation *branch) {
  std::optional<bool> isBackward;
  branch->walk([&](func::CallOp call) {
    if (handsOnStack(call))
      isBackward = runsBackward(functionNamed(call, call.getCalleeAttr()));
  });
  return isBackward;
}

/// Frames that several ways pushed are popped the last way first. So of two branches that belong
/// together one runs its ways backwards.
bool Batcher::takesBack(Operation *branch) {
  if (std::optional<bool> isBackward = directionOfCalls(branch))
    return *isBackward;
  SmallVector<Operation *> work;
  if (backwards.try_emplace(branch, false).second)
    work.push_back(branch);
  while (!work.empty()) {
    Operation *at = work.pop_back_val();
    for (Operation *other : batched.mirrorsOf(at))
      if (backwards.try_emplace(other, !backwards.lookup(at)).second)
        work.push_back(other);
  }
  return backwards.lookup(branch);
}

} // namespace cotan
