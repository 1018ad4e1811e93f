#include "cotan/autodiff/activity.h"

#include "cotan/autodiff/names.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

/// The ways a derivative can take, from value to value. All frames of a stack share one node: the
/// pushing and the popping side must agree on what is active, and this way they do.
class FlowGraph {
public:
  FlowGraph(func::FuncOp function, const StackClasses &classes) : classes(classes) {
    function.walk([&](Operation *op) { addOp(op); });
  }

  enum class Direction { forward, backward };
  llvm::DenseSet<Value> reachable(ValueRange from, Direction direction) const {
    const Edges &edges = direction == Direction::forward ? successors : predecessors;
    llvm::DenseSet<Value> seen;
    SmallVector<Value> work(from.begin(), from.end());
    while (!work.empty()) {
      Value value = work.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      if (auto found = edges.find(value); found != edges.end())
        llvm::append_range(work, found->second);
    }
    return seen;
  }

private:
  using Edges = llvm::DenseMap<Value, SmallVector<Value, 2>>;

  void addEdge(Value from, Value to) {
    successors[from].push_back(to);
    predecessors[to].push_back(from);
  }

  void addOp(Operation *op) {
    if (auto structured = dyn_cast<flow::Structured>(op))
      return addVariables(structured);
    if (op->hasAttr(residualsMark))
      return;
    if (auto push = dyn_cast<flow::PushBackOp>(op)) {
      for (Value value : push.getValues())
        if (Value node = nodeOf(value))
          addEdge(node, classes.leader(push.getStack()));
      return;
    }
    if (auto pop = dyn_cast<flow::PopBackOp>(op)) {
      for (Value value : pop.getValues())
        if (Value node = nodeOf(value))
          addEdge(classes.leader(pop.getStack()), node);
      return;
    }
    if (op->hasTrait<ZeroDerivative>() || isa<func::FuncOp>(op))
      return;
    // What a region of an op that is not known to be structured uses may reach any result.
    llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), operands);
    for (Value operand : operands)
      for (Value result : op->getResults())
        if (carriesDerivative(operand.getType()) && carriesDerivative(result.getType()))
          addEdge(operand, result);
  }

  /// What stands for a slot of a frame; null if no derivative can come through it.
  Value nodeOf(Value slot) const {
    if (isa<flow::StackType>(slot.getType()))
      return classes.leader(slot);
    return carriesDerivative(slot.getType()) ? slot : Value();
  }

  // The result stands for the variable as a whole: around a loop its parts are active together.
  void addVariables(flow::Structured op) {
    for (unsigned j = 0; j < op->getNumResults(); ++j) {
      flow::Variable variable = flow::variableOf(op, j);
      if (!carriesDerivative(variable.result.getType()))
        continue;
      if (variable.start)
        addEdge(variable.start->get(), variable.result);
      for (OpOperand *yield : variable.yields)
        addEdge(yield->get(), variable.result);
      for (BlockArgument arg : variable.args)
        addEdge(variable.result, arg);
    }
  }

  const StackClasses &classes;
  Edges successors, predecessors;
};

/// Stacks inside frames: when one is active, the stack that holds it is too, and so is every other
/// stack in its frames (a frame is matched by the types of its slots).
class Nesting {
public:
  Nesting(func::FuncOp function, const StackClasses &classes) {
    function.walk([&](Operation *op) {
      if (!isa<flow::PushBackOp, flow::PopBackOp>(op) || op->hasAttr(residualsMark))
        return;
      ValueRange slots = isa<flow::PopBackOp>(op) ? ValueRange(op->getResults())
                                                  : ValueRange(op->getOperands().drop_front());
      for (Value slot : slots)
        if (isa<flow::StackType>(slot.getType()))
          held[classes.leader(op->getOperand(0))].push_back(classes.leader(slot));
    });
  }

  void spread(llvm::DenseSet<Value> &stacks) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto &[holder, inner] : held)
        if (llvm::any_of(inner, [&](Value stack) { return stacks.contains(stack); })) {
          changed |= stacks.insert(holder).second;
          for (Value stack : inner)
            changed |= stacks.insert(stack).second;
        }
    }
  }

private:
  llvm::MapVector<Value, SmallVector<Value>> held;
};

} // namespace

Activity::Activity(func::FuncOp function, const StackClasses &classes, ValueRange inputs,
                   ValueRange outputs)
    : classes(classes) {
  FlowGraph graph(function, classes);
  llvm::DenseSet<Value> varied = graph.reachable(inputs, FlowGraph::Direction::forward);
  llvm::DenseSet<Value> useful = graph.reachable(outputs, FlowGraph::Direction::backward);
  for (Value value : varied)
    if (useful.contains(value))
      (isa<flow::StackType>(value.getType()) ? activeStacks : active).insert(value);
  Nesting(function, classes).spread(activeStacks);

  function.walk([&](Operation *op) {
    bool moves = isa<flow::PushBackOp, flow::PopBackOp>(op) && isActiveStack(op->getOperand(0));
    bool computes = llvm::any_of(op->getResults(), [&](Value v) { return active.contains(v); });
    for (Operation *at = op; (moves || computes) && at != function; at = at->getParentOp())
      if (!reversed.insert(at).second)
        break;
  });
}

bool Activity::isActiveStack(Value stack) const {
  return activeStacks.contains(classes.leader(stack));
}

} // namespace cotan
