#include "cotan/batching/batched_values.h"

#include "cotan/autodiff/call_pairs.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/ops_in.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {

bool isUnchanged(flow::Structured loop, unsigned j) {
  return llvm::all_of(flow::bodiesOf(loop), [&](Region *region) {
    return flow::yieldOf(*region, j).get() == flow::argumentOf(loop, *region, j);
  });
}

// What is noted once stays; so this ends, with the fewest values that fit together.
BatchedValues::BatchedValues(func::FuncOp function, ArrayRef<unsigned> arguments,
                             const Pairing &pairing)
    : pairing(pairing), pops(opsIn<flow::PopBackOp>(function)) {
  for (auto [pusher, popper] : pairing.mirrored()) {
    mirrors[pusher].push_back(popper);
    mirrors[popper].push_back(pusher);
  }
  for (unsigned i : arguments)
    mark(function.getArgument(i));
  for (bool changed = true; changed;) {
    changed = false;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function)
        changed |= visit(op);
    });
  }
}

bool BatchedValues::visitPush(flow::PushBackOp push) {
  bool changed = false;
  if (hasLooseFrames()) {
    frames |= anyOf(push.getValues());
    if (frames)
      for (flow::PopBackOp pop : pops)
        for (Value popped : pop.getValues())
          if (!isa<flow::StackType>(popped.getType()))
            changed |= mark(popped);
    return changed;
  }
  if (Operation *pop = pairing.partnerOf(push))
    for (auto [pushed, popped] : llvm::zip_equal(push.getValues(), pop->getResults()))
      if (contains(pushed))
        changed |= mark(popped);
  return changed;
}

bool BatchedValues::visit(Operation *op) {
  bool changed = false;
  if (auto structured = dyn_cast<flow::Structured>(op))
    return visitVariables(structured);
  if (auto push = dyn_cast<flow::PushBackOp>(op))
    return visitPush(push);
  if (op->hasTrait<OfShapes>() || isa<flow::PopBackOp>(op))
    return false;
  if (handsOnStack(op)) { // whose frames hold values of all lanes
    for (Value result : op->getResults())
      changed |= mark(result);
    return changed;
  }
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  if (anyOf(read.getArrayRef()))
    for (Value result : op->getResults())
      changed |= mark(result);
  return changed;
}

bool BatchedValues::needsMask(flow::Structured op) const {
  if (auto loop = dyn_cast<flow::WhileOp>(op.getOperation())) {
    auto end = cast<flow::CondYieldOp>(loop.getCond().front().getTerminator());
    if (contains(end.getCondition()))
      return true;
    return llvm::any_of(mirrorsOf(op), [&](Operation *other) { return isMasked(other); });
  }
  return anyOf(op->getOperands().drop_back(op.getStartsMutable().size()));
}

bool BatchedValues::visitVariables(flow::Structured op) {
  bool changed = false;
  if (needsMask(op))
    changed |= masked.insert(op).second;
  bool isChosen = isMasked(op);
  if (auto loop = dyn_cast<flow::ForOp>(op.getOperation()))
    if (contains(loop.getLower()) || contains(loop.getStep()))
      changed |= mark(loop.getBody().getArgument(0));
  for (unsigned j = 0; j < op->getNumResults(); ++j) {
    flow::Variable variable = flow::variableOf(op, j);
    if (variable.isStack())
      continue;
    bool differs = contains(variable.result) ||
                   (variable.start && contains(variable.start->get())) ||
                   (isChosen && !(op.isLoop() && isUnchanged(op, j)));
    for (OpOperand *yield : variable.yields)
      differs |= contains(yield->get());
    if (!differs)
      continue;
    changed |= mark(variable.result);
    for (BlockArgument arg : variable.args)
      changed |= mark(arg);
  }
  return changed;
}

} // namespace cotan
