#include "cotan/autodiff/liveness.h"

#include "cotan/autodiff/names.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {

Liveness::Liveness(func::FuncOp function, const StackClasses &classes, const Pairing &pairing,
                   ValueRange roots, Effects effects, ArrayRef<Operation *> rootOps)
    : classes(classes), pairing(pairing), rootOps(rootOps.begin(), rootOps.end()) {
  for (Value root : roots)
    markValue(root);
  for (Operation *op : rootOps)
    markOp(op);
  markRoots(function, effects);
  do {
    run();
  } while (keepCounting());
}

bool Liveness::isLiveSlot(Operation *op, unsigned k) const {
  // Both sides of a pair go by the popped value.
  Operation *pop = isa<flow::PopBackOp>(op) ? op : pairing.partnerOf(op);
  return !pop || values.contains(pop->getResult(k));
}

static bool isStackOp(Operation *op) {
  return isa<flow::PushBackOp, flow::PopBackOp, flow::IsEmptyOp, flow::CreateStackOp>(op);
}

bool hasOwnEffects(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() && !isa<flow::Structured>(op) && !isStackOp(op) &&
         !isMemoryEffectFree(op);
}

void Liveness::markRoots(func::FuncOp function, Effects effects) {
  // Where pairs could not be told apart nothing on stacks may go.
  bool keepStacks = !pairing.problems().empty();
  function.walk([&](Operation *op) {
    if (op == function || (isStackOp(op) ? !keepStacks : !hasOwnEffects(op)))
      return;
    if (effects == Effects::primal && op->hasAttr(orderName))
      return;
    markOp(op);
    for (Value value : op->getOperands())
      markValue(value);
    for (Value value : op->getResults())
      markValue(value);
  });
}

void Liveness::markOp(Operation *op) {
  if (ops.insert(op).second)
    work.push_back(op);
}

void Liveness::markVariable(flow::Structured op, unsigned j) {
  if (!values.insert(op->getResult(j)).second)
    return;
  markOp(op);
  flow::Variable variable = flow::variableOf(op, j);
  if (variable.start)
    markValue(variable.start->get());
  for (OpOperand *yield : variable.yields)
    markValue(yield->get());
}

void Liveness::markValue(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    auto op = dyn_cast_or_null<flow::Structured>(arg.getOwner()->getParentOp());
    if (!op)
      return;
    Region &region = *arg.getParentRegion();
    int index = int(arg.getArgNumber()) - int(op.getNumExtraArguments(region));
    if (index < 0)
      return markOp(op); // the index of a loop
    unsigned first = op.isLoop() ? 0 : op->getNumResults() - region.getNumArguments();
    return markVariable(op, first + index);
  }
  Operation *op = value.getDefiningOp();
  if (auto structured = dyn_cast<flow::Structured>(op))
    return markVariable(structured, cast<OpResult>(value).getResultNumber());
  markOp(op);
  if (!isa<flow::PopBackOp>(op) || !values.insert(value).second)
    return;
  if (auto push = dyn_cast_or_null<flow::PushBackOp>(pairing.partnerOf(op)))
    markValue(push.getValues()[cast<OpResult>(value).getResultNumber()]);
}

/// What a live op needs by itself.
void Liveness::visit(Operation *op) {
  if (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent))
    markOp(parent);
  if (auto structured = dyn_cast<flow::Structured>(op)) {
    unsigned starts = structured.getStartsMutable().size();
    for (Value selector : op->getOperands().drop_back(starts))
      markValue(selector);
    if (auto loop = dyn_cast<flow::WhileOp>(op))
      markValue(cast<flow::CondYieldOp>(loop.getCond().front().getTerminator()).getCondition());
    return;
  }
  if (isa<flow::PushBackOp, flow::PopBackOp>(op)) {
    markValue(op->getOperand(0));
    if (Operation *partner = pairing.partnerOf(op))
      markOp(partner);
    return;
  }
  if (auto test = dyn_cast<flow::IsEmptyOp>(op))
    tests.push_back(test);
  for (Value operand : op->getOperands())
    markValue(operand);
  for (Region &region : op->getRegions()) // an op of another dialect: all of it
    for (Block &block : region)
      for (Operation &inner : block) {
        markOp(&inner);
        for (Value operand : inner.getOperands())
          markValue(operand);
      }
}

void Liveness::run() {
  while (!work.empty())
    visit(work.pop_back_val());
}

/// A loop that drains a stack needs a frame per turn: body's, or cond's if body has none.
bool Liveness::keepCounting() {
  for (flow::IsEmptyOp test : std::exchange(tests, {})) {
    const Pairing::Drain *drain = pairing.drainOf(test);
    SmallVector<Operation *> pops;
    if (drain) {
      flow::WhileOp drainer = drain->drainer;
      for (Region *region : {&drainer.getBody(), &drainer.getCond()})
        for (auto pop : region->front().getOps<flow::PopBackOp>())
          if (classes.leader(pop.getStack()) == classes.leader(test.getStack()))
            pops.push_back(pop);
      auto counts = [&](Operation *pop) { return isLive(pop) && !rootOps.contains(pop); };
      if (!llvm::any_of(pops, counts) && !pops.empty())
        markOp(pops.front());
      continue;
    }
    for (Operation *use : classes.uses(classes.leader(test.getStack())))
      markOp(use);
  }
  return !work.empty();
}

} // namespace cotan
