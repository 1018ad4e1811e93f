// Straight-line code. Loops and branches: batcher_control.cpp, batcher_lanes.cpp.
#include "cotan/batching/batcher.h"

#include "cotan/autodiff/call_pairs.h"
#include "cotan/batching/lane_functions.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/rules/parts.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {

Value Batcher::repeated(Value lane, Value all) {
  if (all.getType() == axis.type(lane.getType()))
    return all;
  RuleBuilder b(ops, lane.getLoc());
  return axis.repeat(b, all);
}

Value Batcher::whole(Value lane) {
  return batched.contains(lane) ? at(lane) : repeated(lane, at(lane));
}

LogicalResult Batcher::runBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
    if (failed(runOp(&op)))
      return failure();
  return success();
}

/// Others are plain calls in all but name, and run lane by lane.
static bool isOfLanes(flow::CustomCallOp call) {
  return !call.getOrder() && llvm::any_of(call.getResultTypes(), carriesDerivative);
}

LogicalResult Batcher::runOp(Operation *op) {
  if (auto push = dyn_cast<flow::PushBackOp>(op))
    return runPush(push), success();
  if (auto pop = dyn_cast<flow::PopBackOp>(op))
    return runPop(pop), success();
  if (auto structured = dyn_cast<flow::Structured>(op))
    return runStructured(structured);
  bool differs = llvm::any_of(op->getOperands(), [&](Value x) { return batched.contains(x); });
  if (auto print = dyn_cast<flow::PrintOp>(op); print && (differs || isInMask(op)))
    return runPrint(print), success();
  if (auto assertion = dyn_cast<flow::AssertOp>(op); assertion && differs)
    return runAssert(assertion), success();
  if (isAlong(op, axis.name))
    return runCollective(cast<Collective>(op));
  const bool meets = calleeOf(op) && meetsIn(op, axis.name);
  if (auto call = dyn_cast<func::CallOp>(op);
      call && (differs || meets || isInMask(op) || handsOnStack(op)))
    return runCall(call);
  if (auto call = dyn_cast<flow::CustomCallOp>(op); call && (meets || (differs && isOfLanes(call))))
    return runCustomCall(call);
  return applyRule(op);
}

//--- Stacks

void Batcher::runPush(flow::PushBackOp push) {
  SmallVector<Value> frame;
  for (Value value : push.getValues())
    frame.push_back(batched.differsInFrames() && !isa<flow::StackType>(value.getType())
                        ? whole(value)
                        : at(value));
  if (turns.holdsMask(push))
    frame.push_back(masks.lookup(push->getParentRegion()));
  Operation *fresh = flow::PushBackOp::create(ops, push.getLoc(), at(push.getStack()), frame);
  fresh->setDiscardableAttrs(push->getDiscardableAttrDictionary());
}

void Batcher::runPop(flow::PopBackOp pop) {
  Region *region = pop->getParentRegion();
  if (turns.sourceOf(*region) == pop && masks.contains(region))
    return; // came first
  SmallVector<Type> types;
  for (Value value : pop.getValues())
    types.push_back(typeOf(value));
  if (turns.holdsMask(pop))
    types.push_back(axis.type(ops.getI1Type()));
  auto fresh = flow::PopBackOp::create(ops, pop.getLoc(), types, at(pop.getStack()));
  for (auto [old, value] : llvm::zip(pop.getValues(), fresh.getValues()))
    map(old, value);
  if (turns.sourceOf(*region) == pop)
    masks[region] = fresh.getValues().back();
}

//--- Ops with a rule, or a trait that says what it is

Values Batcher::copyElementwise(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.addOperands(whole(operand));
  state.addAttributes(op->getAttrs());
  for (Value result : op->getResults())
    state.addTypes(axis.type(result.getType()));
  return Values(ops.create(state)->getResults());
}

Batch Batcher::operandsOf(Operation *op, SmallVectorImpl<Value> &operands,
                          SmallVectorImpl<bool> &flags) {
  for (Value operand : op->getOperands()) {
    operands.push_back(at(operand));
    flags.push_back(batched.contains(operand));
  }
  return Batch(ops, op, operands, flags, axis);
}

/// Where the lanes that come here meet: the op is of this axis. Without an answer it has said why.
LogicalResult Batcher::runCollective(Collective op) {
  SmallVector<Value> operands;
  SmallVector<bool> flags;
  Batch x = operandsOf(op, operands, flags);
  Value active = activeAt(op);
  Values results = op.meet(x, active ? x.builder()(active) : Expr());
  return results.empty() ? failure() : useRule(op, results);
}

LogicalResult Batcher::applyRule(Operation *op) {
  auto differs = [&](Value value) { return batched.contains(value); };
  if (llvm::none_of(op->getOperands(), differs) && op->getNumRegions() == 0) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, at(operand));
    for (auto [old, result] :
         llvm::zip_equal(op->getResults(), ops.clone(*op, mapping)->getResults()))
      map(old, result);
    return success();
  }
  if (op->hasTrait<Elementwise>())
    return useRule(op, copyElementwise(op));
  if (auto batchable = dyn_cast<Batchable>(op)) {
    SmallVector<Value> operands;
    SmallVector<bool> flags;
    Batch x = operandsOf(op, operands, flags);
    if (Values results = batchable.batch(x); !results.empty())
      return useRule(op, results);
  }
  return isa<Decomposable>(op) ? decompose(op) : scanLanes(op);
}

/// Maps the results of `op` to what its rule built, under the types the program counts on.
LogicalResult Batcher::useRule(Operation *op, ValueRange results) {
  if (results.size() != op->getNumResults())
    return op->emitError("the batching rule of '")
           << op->getName() << "' answers " << results.size() << " values for "
           << op->getNumResults() << " results";
  RuleBuilder b(ops, op->getLoc());
  for (auto [old, result] : llvm::zip_equal(op->getResults(), results)) {
    auto type = cast<RankedTensorType>(typeOf(old)),
         found = cast<RankedTensorType>(result.getType());
    if (found.getRank() != type.getRank())
      return op->emitError("the batching rule of '") << op->getName() << "' answers " << found
                                                     << ", but the result of all lanes is " << type;
    map(old, asType(b(result), type).value());
  }
  return success();
}

/// The parts are made in the function of one lane, which is not needed any more.
LogicalResult Batcher::decompose(Operation *op) {
  OpBuilder lane(op);
  RuleBuilder b(lane, op->getLoc());
  auto [results, parts] = partsOf(cast<Decomposable>(op), b, lane);
  if (results.size() != op->getNumResults())
    return scanLanes(op);
  for (Operation *made : parts) {
    batched.add(made);
    if (failed(runOp(made)))
      return failure();
  }
  for (auto [old, result] : llvm::zip_equal(op->getResults(), results))
    map(old, batched.contains(old) ? whole(result) : at(result));
  return success();
}

/// What has no rule is done lane by lane.
LogicalResult Batcher::scanLanes(Operation *op) {
  // A call with a derivative rule of its own stays one; other calls are inlined before.
  bool calls = isa<SymbolUserOpInterface>(op) && !isa<CallOpInterface>(op);
  if (op->getNumRegions() > 0 || !(calls || isMemoryEffectFree(op)))
    return op->emitError("'") << op->getName()
                              << "' cannot be batched: it is no operator on tensors";
  scans = true;
  SmallVector<Value> inputs;
  SmallVector<Type> types, slices;
  for (Value operand : op->getOperands())
    if (batched.contains(operand)) {
      inputs.push_back(at(operand));
      slices.push_back(operand.getType());
    }
  for (Value result : op->getResults())
    types.push_back(axis.type(result.getType()));
  auto scan = flow::ScanOp::create(ops, op->getLoc(), types, ValueRange(), inputs);
  OpBuilder::InsertionGuard guard(ops);
  SmallVector<Location> locs(slices.size(), op->getLoc());
  Block *body = ops.createBlock(&scan.getBody(), {}, slices, locs);
  IRMapping mapping;
  for (unsigned next = 0; Value operand : op->getOperands())
    mapping.map(operand,
                batched.contains(operand) ? Value(body->getArgument(next++)) : at(operand));
  flow::YieldOp::create(ops, op->getLoc(), ops.clone(*op, mapping)->getResults());
  for (auto [old, result] : llvm::zip_equal(op->getResults(), scan.getResults()))
    map(old, result);
  return success();
}

} // namespace cotan
