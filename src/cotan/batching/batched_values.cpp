#include "cotan/batching/batched_values.h"

#include "cotan/autodiff/call_pairs.h"
#include "cotan/batching/lane_functions.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/collective.h"
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
                             const Pairing &pairing, std::shared_ptr<DifferingResults> callees)
    : pairing(pairing), callees(std::move(callees)) {
  for (auto [pusher, popper] : pairing.mirrored()) {
    mirrors[pusher].push_back(popper);
    mirrors[popper].push_back(pusher);
  }
  for (unsigned i : arguments)
    if (BlockArgument argument = function.getArgument(i); isa<flow::StackType>(argument.getType()))
      frames = true;
    else
      mark(argument);
  for (bool changed = true; changed;) {
    changed = false;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function)
        changed |= visit(op);
    });
  }
}

/// Whether it runs for some lanes only.
bool BatchedValues::isInMasked(Operation *op) const {
  for (Operation *outer = op->getParentOp(); outer; outer = outer->getParentOp())
    if (isMasked(outer))
      return true;
  return false;
}

/// Frames differ in their number, too, if some lanes only come to what moves them.
bool BatchedValues::noteFrames(Operation *op, bool differ) {
  const bool isNew = !frames && (differ || (!callees->keepsAllLanes() && isInMasked(op)));
  frames |= isNew;
  return isNew;
}

bool BatchedValues::visitPush(flow::PushBackOp push) {
  if (hasLooseFrames())
    return noteFrames(push, anyOf(push.getValues()));
  bool changed = false;
  if (Operation *pop = pairing.partnerOf(push))
    for (auto [pushed, popped] : llvm::zip_equal(push.getValues(), pop->getResults()))
      if (contains(pushed))
        changed |= mark(popped);
  return changed;
}

/// Of a push that is not known.
bool BatchedValues::visitPop(flow::PopBackOp pop) {
  bool changed = false;
  if (hasLooseFrames() && frames)
    for (Value popped : pop.getValues())
      if (!isa<flow::StackType>(popped.getType()))
        changed |= mark(popped);
  return changed;
}

bool BatchedValues::visit(Operation *op) {
  bool changed = false;
  if (auto structured = dyn_cast<flow::Structured>(op))
    return visitVariables(structured);
  if (auto push = dyn_cast<flow::PushBackOp>(op))
    return visitPush(push);
  if (auto pop = dyn_cast<flow::PopBackOp>(op))
    return visitPop(pop);
  if (op->hasTrait<OfShapes>())
    return false;
  if (handsOnStack(op))
    return visitCallWithStack(cast<func::CallOp>(op));
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  if (isAlong(op, callees->axisName))
    return visitCollective(op);
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  // Of all lanes there are as many frames.
  const bool readsFrames =
      isa<flow::IsEmptyOp>(op) && !callees->keepsAllLanes() && hasLooseFrames() && frames;
  const bool meets = isa<flow::CustomCallOp>(op) && meetsIn(op, callees->axisName);
  if (anyOf(read.getArrayRef()) || readsFrames || meets)
    for (Value result : op->getResults())
      changed |= mark(result);
  return changed;
}

/// Operands may be the same for all lanes that come here, and those that come may differ.
bool BatchedValues::visitCollective(Operation *op) {
  bool changed = false;
  if (cast<Collective>(op).resultsDiffer())
    for (Value result : op->getResults())
      changed |= mark(result);
  return changed;
}

/// Functions of lanes keep values of all lanes in frames.
bool BatchedValues::visitCallWithStack(func::CallOp call) {
  bool changed = false;
  if (callees->keepsAllLanes()) {
    for (Value result : call.getResults())
      changed |= mark(result);
    return changed;
  }
  changed = visitCall(call);
  return noteFrames(call, false) || changed;
}

bool BatchedValues::visitCall(func::CallOp call) {
  SmallVector<bool> arguments = llvm::map_to_vector(call.getOperands(), [&](Value operand) {
    return isa<flow::StackType>(operand.getType()) ? frames : contains(operand);
  });
  if (!llvm::is_contained(arguments, true) && !meetsIn(call, callees->axisName))
    return false;
  const DifferingResults::Found &found =
      callees->of(functionNamed(call, call.getCalleeAttr()), callees, arguments);
  bool changed = handsOnStack(call) && noteFrames(call, found.frames);
  for (auto [result, differs] : llvm::zip_equal(call.getResults(), found.results))
    if (differs)
      changed |= mark(result);
  return changed;
}

const DifferingResults::Found &DifferingResults::of(func::FuncOp callee,
                                                    const std::shared_ptr<DifferingResults> &self,
                                                    ArrayRef<bool> arguments) {
  std::vector<bool> differ(arguments);
  auto [place, isNew] = known.try_emplace({callee, differ}, Call{callee, differ, {}});
  Call &call = place->second;
  if (isNew) {
    call.found.results.resize(callee.getNumResults());
    waiting.insert(&call);
  }
  if (current) {
    call.readers.insert(current);
    return call.found;
  }
  while (!waiting.empty()) {
    current = waiting.pop_back_val();
    if (update(*current, self))
      waiting.insert_range(current->readers);
  }
  current = nullptr;
  return call.found;
}

/// By what is known of the calls in it. Whether more differs than before; never less does, though a
/// call that is new in it is not known yet: so this ends.
bool DifferingResults::update(Call &call, const std::shared_ptr<DifferingResults> &self) {
  func::FuncOp callee = call.callee;
  Found found{SmallVector<bool>(callee.getNumResults(), true), true};
  const Found &before = call.found;
  // Functions of lanes that differ in all they take are found under one name, so give all of it.
  const bool isOfAll = keepsAllLanes() && !llvm::is_contained(call.arguments, false);
  if (callee.getBody().hasOneBlock() && !(isOfAll && isRecursive(callee))) {
    SmallVector<unsigned> places;
    for (auto [i, differs] : llvm::enumerate(call.arguments))
      if (differs)
        places.push_back(i);
    StackClasses classes(callee);
    Pairing pairing(callee, classes);
    BatchedValues batched(callee, places, pairing, self);
    found.frames = before.frames || batched.differsInFrames();
    for (auto [i, result] : llvm::enumerate(callee.front().getTerminator()->getOperands()))
      found.results[i] = before.results[i] || batched.contains(result);
  }
  const bool isMore = found.results != before.results || found.frames != before.frames;
  call.found = std::move(found);
  return isMore;
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
