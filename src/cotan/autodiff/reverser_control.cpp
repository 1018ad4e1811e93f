// Structured ops: the dual of a branch is a branch on the same condition, the dual of a loop is a
// loop that runs the turns backwards. Both carry the cotangents of outside values: from zero, or of
// large ones from what has been summed up.
#include "cotan/autodiff/reverser.h"

#include "cotan/autodiff/frames.h"

using namespace mlir;

namespace cotan {

/// The stack classes whose frames `op` moves inside, in program order.
static llvm::SetVector<Value> movedStacks(Operation *op, const StackClasses &classes) {
  llvm::SetVector<Value> moved;
  op->walk([&](Operation *inner) {
    if (isa<flow::PushBackOp, flow::PopBackOp>(inner))
      moved.insert(classes.leader(inner->getOperand(0)));
    if (handsOnStack(inner))
      for (Value operand : inner->getOperands())
        if (isa<flow::StackType>(operand.getType()))
          moved.insert(classes.leader(operand));
  });
  return moved;
}

Reverser::DualOp Reverser::startDual(flow::Structured op, Scope &scope) {
  DualOp dual;
  dual.forward = op;
  for (unsigned j = 0; j < op->getNumResults(); ++j)
    if (activity.isActive(op->getResult(j))) {
      dual.variables.push_back(j);
      dual.isNeeded |= scope.cotangents.contains(op->getResult(j));
    }
  for (Value leader : movedStacks(op, classes)) {
    if (!activity.isActiveStack(leader))
      continue;
    dual.isNeeded = true;
    if (classes.birthBlock(leader) == scope.forward && !scope.cotangentStack(leader))
      dual.newStacks.push_back(leader);
  }
  if (dual.isNeeded)
    dual.residuals =
        usesTree(op) ? dualTree : builderAt(scope, op->getLoc()).look(flow::residualStack(op));
  return dual;
}

Reverser::DualRegion &Reverser::addRegion(DualOp &dual, Region &forward, Scope &scope,
                                          ArrayRef<Type> leading) {
  dual.regions.push_back(std::make_unique<DualRegion>());
  DualRegion &region = *dual.regions.back();
  Block *block = new Block;
  region.region.push_back(block);
  region.leading = leading.size();
  Location loc = reversed(dual.forward->getLoc());
  for (Type type : leading)
    block->addArgument(type, loc);
  if (dual.forward.isLoop())
    for (unsigned j : dual.variables)
      block->addArgument(dual.forward->getResult(j).getType(), loc);
  for (Value leader : dual.newStacks)
    region.scope.cotangentStacks[leader] = block->addArgument(leader.getType(), loc);

  region.scope.dual = block;
  region.scope.parent = &scope;
  region.scope.isOfLoop = dual.forward.isLoop();
  region.scope.dualStack = dual.residuals;
  if (!forward.empty()) {
    region.scope.forward = &forward.front();
    region.scope.stack =
        usesTree(dual.forward) ? tree : flow::residualStackIn(dual.forward, forward);
  }
  ops.setInsertionPointToEnd(block);
  return region;
}

//--- Branches

/// What a branch region contributes to the outside values, zeros where it does not; then the
/// stacks.
SmallVector<Value> Reverser::branchYields(DualOp &dual, DualRegion &region) {
  ops.setInsertionPointToEnd(region.scope.dual);
  SmallVector<Value> yields;
  for (Value value : dual.outer) {
    Value sum = sumSoFar(value, region.scope);
    yields.push_back(sum ? sum : zeros(value, region.scope));
  }
  llvm::append_range(yields, region.scope.dual->getArguments());
  return yields;
}

LogicalResult Reverser::reverseBranch(flow::Structured op, Scope &scope) {
  DualOp dual = startDual(op, scope);
  if (!dual.isNeeded)
    return success();
  Value selector = builderAt(scope, op->getLoc()).look(op->getOperand(0));
  SmallVector<Value> cotangents;
  for (unsigned j : dual.variables)
    cotangents.push_back(take(op->getResult(j), scope));
  {
    OpBuilder::InsertionGuard guard(ops);
    for (Region &forward : op->getRegions().drop_front()) {
      DualRegion &region = addRegion(dual, forward, scope);
      if (forward.empty())
        continue;
      for (auto [j, cotangent] : llvm::zip_equal(dual.variables, cotangents))
        accumulate(flow::yieldOf(forward, j).get(), cotangent, region.scope);
      if (failed(reverseBlock(region.scope)))
        return failure();
      for (auto &[value, sum] : region.scope.contributions)
        dual.outer.insert(value);
    }
    for (auto &region : dual.regions)
      flow::YieldOp::create(ops, op->getLoc(), branchYields(dual, *region));
  }
  makeFrames(dual, /*countsTurns=*/false);
  dual.variables.clear(); // their cotangents were captured, not carried
  handOver(dual, createDual(dual, scope, selector, {}), scope);
  return success();
}

//--- Loops

/// Reverses one region of a loop: cotangents of what it hands on come in as arguments.
LogicalResult Reverser::reverseLoopRegion(DualOp &dual, DualRegion &region) {
  Region &forward = *region.scope.forward->getParent();
  for (auto [i, j] : llvm::enumerate(dual.variables))
    accumulate(flow::yieldOf(forward, j).get(), region.scope.dual->getArgument(region.leading + i),
               region.scope);
  if (failed(reverseBlock(region.scope)))
    return failure();
  for (auto &[value, sum] : region.scope.contributions)
    dual.outer.insert(value);
  return success();
}

/// Cotangents of the region's own arguments, then the running sums for outside values, then stacks.
SmallVector<Value> Reverser::loopYields(DualOp &dual, DualRegion &region) {
  Scope &scope = region.scope;
  Region &forward = *scope.forward->getParent();
  ops.setInsertionPointToEnd(scope.dual);
  SmallVector<Value> yields;
  for (unsigned j : dual.variables)
    yields.push_back(takeOrZeros(flow::argumentOf(dual.forward, forward, j), scope));
  unsigned index = region.leading + dual.variables.size();
  for (Value value : dual.outer) {
    Location loc = dual.forward->getLoc();
    Value carried = scope.dual->insertArgument(index++, value.getType(), loc);
    if (BlockArgument before = scope.sumsBefore.lookup(value)) {
      before.replaceAllUsesWith(carried);
      scope.dual->eraseArgument(before.getArgNumber());
      carried = scope.contributions.lookup(value);
    } else if (Value sum = scope.contributions.lookup(value)) {
      ReverseBuilder b = builderAt(scope, loc);
      carried = b.add(b.given(carried), b.given(sum)).value();
    }
    yields.push_back(carried);
  }
  llvm::append_range(yields, scope.dual->getArguments().drop_front(index));
  return yields;
}

LogicalResult Reverser::reverseWhile(flow::WhileOp op, Scope &scope) {
  DualOp dual = startDual(op, scope);
  if (!dual.isNeeded)
    return success();
  SmallVector<Value> starts;
  for (unsigned j : dual.variables)
    starts.push_back(takeOrZeros(op.getResult(j), scope));
  {
    OpBuilder::InsertionGuard guard(ops);
    for (Region *forward : {&op.getCond(), &op.getBody()})
      if (failed(reverseLoopRegion(dual, addRegion(dual, *forward, scope))))
        return failure();

    // cond runs once more than body, so its frame is popped before the question is asked.
    DualRegion &cond = *dual.regions[0], &body = *dual.regions[1];
    SmallVector<Value> yields = loopYields(dual, cond);
    ReverseBuilder b = builderAt(cond.scope, op.getLoc());
    auto boolean = RankedTensorType::get({}, ops.getI1Type());
    Value empty = flow::IsEmptyOp::create(ops, op.getLoc(), boolean, dual.residuals);
    Value goesOn = b.logicalNot(b.given(empty)).value();
    flow::CondYieldOp::create(ops, op.getLoc(), goesOn, yields);
    yields = loopYields(dual, body);
    flow::YieldOp::create(ops, op.getLoc(), yields);
  }
  makeFrames(dual, /*countsTurns=*/true);
  handOver(dual, createDual(dual, scope, {}, starts), scope);
  return success();
}

LogicalResult Reverser::reverseFor(flow::ForOp op, Scope &scope) {
  DualOp dual = startDual(op, scope);
  if (!dual.isNeeded)
    return success();
  SmallVector<Value> bounds, starts;
  ReverseBuilder b = builderAt(scope, op.getLoc());
  for (Value bound : {op.getLower(), op.getUpper(), op.getStep()})
    bounds.push_back(b.look(bound));
  for (unsigned j : dual.variables)
    starts.push_back(takeOrZeros(op.getResult(j), scope));
  {
    OpBuilder::InsertionGuard guard(ops);
    DualRegion &body = addRegion(dual, op.getBody(), scope, op.getLower().getType());
    body.scope.known[op.getBody().getArgument(0)] = body.scope.dual->getArgument(0);
    if (failed(reverseLoopRegion(dual, body)))
      return failure();
    SmallVector<Value> yields = loopYields(dual, body);
    flow::YieldOp::create(ops, op.getLoc(), yields);
  }
  makeFrames(dual, /*countsTurns=*/false);
  flow::Structured made = createDual(dual, scope, bounds, starts);
  auto loop = cast<flow::ForOp>(made.getOperation());
  loop.setReverse(!op.getReverse());
  handOver(dual, made, scope);
  return success();
}

//--- Making the dual op

/// The dual op: carries the variables and the sums for outside values, and makes the new stacks.
flow::Structured Reverser::createDual(DualOp &dual, Scope &scope, ArrayRef<Value> selectors,
                                      ArrayRef<Value> starts) {
  Location loc = reversed(dual.forward->getLoc());
  SmallVector<Value> carried(starts);
  SmallVector<Type> results;
  if (dual.forward.isLoop())
    for (Value value : dual.outer)
      carried.push_back(startOf(value, scope));
  for (unsigned j : dual.variables)
    results.push_back(dual.forward->getResult(j).getType());
  for (Value value : dual.outer)
    results.push_back(value.getType());
  for (Value leader : dual.newStacks)
    results.push_back(leader.getType());

  OperationState state(loc, dual.forward->getName(), selectors, results);
  state.addOperands(carried);
  for (unsigned i = 0; i <= dual.regions.size(); ++i)
    state.addRegion();
  Operation *made = ops.create(state);
  for (auto [region, built] : llvm::zip_equal(made->getRegions().drop_front(), dual.regions))
    region.takeBody(built->region);
  if (dual.newStacks.empty())
    return cast<flow::Structured>(made);

  OpBuilder::InsertionGuard guard(ops);
  Block *init = ops.createBlock(&made->getRegion(0));
  for (Value value : carried)
    init->addArgument(value.getType(), loc);
  SmallVector<Value> yields(init->getArguments());
  for (Value leader : dual.newStacks)
    yields.push_back(flow::CreateStackOp::create(ops, loc, leader.getType()));
  flow::YieldOp::create(ops, loc, yields);
  return cast<flow::Structured>(made);
}

/// What a dual loop's sum for an outside value starts from.
Value Reverser::startOf(Value value, Scope &scope) {
  Value sum = isSummedInPlace(value) ? sumSoFar(value, scope) : nullptr;
  return sum ? sum : zeros(value, scope);
}

/// Adds the dual's results to the cotangents of the block it stands in.
void Reverser::handOver(DualOp &dual, flow::Structured made, Scope &scope) {
  unsigned next = dual.variables.size();
  for (Value value : dual.outer)
    if (Value result = made->getResult(next++); isSummedInPlace(value))
      sumOf(value, scope) = result; // which went on from the sum so far
    else
      accumulate(value, result, scope);
  for (Value leader : dual.newStacks)
    scope.cotangentStacks[leader] = made->getResult(next++);
  // Last: where a loop starts from a value that it also reads from outside, both count.
  MutableOperandRange starts = dual.forward.getStartsMutable();
  for (auto [i, j] : llvm::enumerate(dual.variables))
    accumulate(starts[j].get(), made->getResult(i), scope);
}

void Reverser::makeFrames(DualOp &dual, bool countsTurns) {
  bool any = false;
  for (auto &region : dual.regions)
    any |= region->scope.forward && makeFrame(region->scope);
  // Nothing is read, but the turns must be counted: an empty frame each.
  if (countsTurns && !any)
    makeEmptyFrame(dual.regions.back()->scope);
}

} // namespace cotan
