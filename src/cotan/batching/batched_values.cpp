#include "cotan/batching/batched_values.h"

#include "cotan/autodiff/call_pairs.h"
#include "cotan/ir/calls.h"
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
                             const Pairing &pairing, std::shared_ptr<DifferingResults> given)
    : pairing(pairing), callees(given ? given : std::make_shared<DifferingResults>()),
      pops(opsIn<flow::PopBackOp>(function)) {
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
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  if (anyOf(read.getArrayRef()))
    for (Value result : op->getResults())
      changed |= mark(result);
  return changed;
}

bool BatchedValues::visitCall(func::CallOp call) {
  SmallVector<bool> arguments =
      llvm::map_to_vector(call.getOperands(), [&](Value operand) { return contains(operand); });
  if (!llvm::is_contained(arguments, true))
    return false;
  bool changed = false;
  ArrayRef<bool> differ =
      callees->of(functionNamed(call, call.getCalleeAttr()), callees, arguments);
  for (auto [result, differs] : llvm::zip_equal(call.getResults(), differ))
    if (differs)
      changed |= mark(result);
  return changed;
}

ArrayRef<bool> DifferingResults::of(func::FuncOp callee,
                                    const std::shared_ptr<DifferingResults> &self,
                                    ArrayRef<bool> arguments) {
  auto [place, isNew] = known.try_emplace({callee, std::vector<bool>(arguments)});
  SmallVector<bool> &differ = place->second;
  if (!isNew)
    return differ;
  if (!callee.getBody().hasOneBlock() || isRecursive(callee)) {
    differ.assign(callee.getNumResults(), true);
    return differ;
  }
  SmallVector<unsigned> places;
  for (auto [i, differs] : llvm::enumerate(arguments))
    if (differs)
      places.push_back(i);
  StackClasses classes(callee);
  Pairing pairing(callee, classes);
  BatchedValues batched(callee, places, pairing, self);
  for (Value result : callee.front().getTerminator()->getOperands())
    differ.push_back(batched.contains(result));
  return differ;
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
