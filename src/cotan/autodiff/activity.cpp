#include "cotan/autodiff/activity.h"

#include "cotan/autodiff/call_pairs.h"
#include "cotan/autodiff/names.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include <numeric>

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

  /// The value a node stands for; of a stack, its leader. Null for an op.
  Value valueOf(unsigned node) const { return values[node]; }

  enum class Direction { forward, backward };
  llvm::BitVector reachable(ValueRange from, Direction direction) {
    SmallVector<unsigned> work;
    for (Value value : from)
      work.push_back(nodeOf(value));
    const Neighbours neighbours(edges, values.size(), direction == Direction::backward);
    llvm::BitVector seen(values.size());
    while (!work.empty()) {
      unsigned node = work.pop_back_val();
      if (seen.test(node))
        continue;
      seen.set(node);
      llvm::append_range(work, neighbours.of(node));
    }
    return seen;
  }

private:
  using Edge = std::pair<unsigned, unsigned>;

  /// Where the edges of each node lead, one node after the other in a single list.
  class Neighbours {
  public:
    Neighbours(ArrayRef<Edge> edges, unsigned nodes, bool isBackward)
        : ends(nodes + 1), list(edges.size()) {
      auto sourceOf = [&](const Edge &edge) { return isBackward ? edge.second : edge.first; };
      for (const Edge &edge : edges)
        ++ends[sourceOf(edge) + 1];
      std::partial_sum(ends.begin(), ends.end(), ends.begin());
      SmallVector<unsigned> next(ends.begin(), ends.end());
      for (const Edge &edge : edges)
        list[next[sourceOf(edge)]++] = isBackward ? edge.first : edge.second;
    }
    ArrayRef<unsigned> of(unsigned node) const {
      return ArrayRef(list).slice(ends[node], ends[node + 1] - ends[node]);
    }

  private:
    SmallVector<unsigned> ends, list; // ends[i + 1] is where the edges of node i end
  };

  unsigned nodeOf(Value value) {
    auto [node, isNew] = nodes.try_emplace(value, values.size());
    if (isNew)
      values.push_back(value);
    return node->second;
  }

  void addEdge(Value from, Value to) {
    unsigned source = nodeOf(from); // before the other, for the order of the program
    edges.push_back({source, nodeOf(to)});
  }

  void addOp(Operation *op) {
    if (auto structured = dyn_cast<flow::Structured>(op))
      return addVariables(structured);
    if (auto push = dyn_cast<flow::PushBackOp>(op)) {
      if (push->hasAttr(residualsMark))
        return;
      for (Value value : push.getValues())
        if (Value slot = slotValue(value))
          addEdge(slot, classes.leader(push.getStack()));
      return;
    }
    if (auto pop = dyn_cast<flow::PopBackOp>(op)) {
      for (Value value : pop.getValues())
        if (Value slot = slotValue(value))
          addEdge(classes.leader(pop.getStack()), slot);
      return;
    }
    if (op->hasTrait<ZeroDerivative>() || isa<func::FuncOp>(op))
      return;
    if (handsOnStack(op))
      addStacksOf(op);
    addEdges(op->getOperands(), op->getResults());
    if (op->getNumRegions() == 0)
      return;
    // What a region of an op that is not known to be structured uses may reach any result.
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    addEdges(captured.getArrayRef(), op->getResults());
  }

  /// What a call does with a stack is not seen: it may push what comes in, and pop what comes out.
  void addStacksOf(Operation *call) {
    for (Value stack : call->getOperands()) {
      if (!isa<flow::StackType>(stack.getType()))
        continue;
      for (Value operand : call->getOperands())
        if (Value slot = slotValue(operand))
          addEdge(slot, classes.leader(stack));
      for (Value result : call->getResults())
        if (carriesDerivative(result.getType()))
          addEdge(classes.leader(stack), result);
    }
  }

  /// From each source to each target, by way of a node between: as many edges as there are values.
  void addEdges(ValueRange sources, ValueRange targets) {
    const unsigned between = values.size();
    values.push_back(nullptr);
    for (Value source : sources)
      if (carriesDerivative(source.getType()))
        edges.push_back({nodeOf(source), between});
    for (Value target : targets)
      if (carriesDerivative(target.getType()))
        edges.push_back({between, nodeOf(target)});
  }

  /// What stands for a slot of a frame; null if no derivative can come through it.
  Value slotValue(Value slot) const {
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
  llvm::DenseMap<Value, unsigned> nodes;
  SmallVector<Value> values; // by node
  SmallVector<Edge> edges;
};

/// Stacks inside frames: when one is active, the stack that holds it is too, and so is every other
/// stack in its frames (a frame is matched by the types of its slots). Stacks of one kind of frame
/// hold frames of one kind in turn.
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
          held.push_back({classes.leader(op->getOperand(0)), classes.leader(slot)});
    });
    for (auto [holder, inner] : held)
      alike.insert(holder), alike.insert(inner);
    while (unite())
      ;
  }

  void spread(llvm::DenseSet<Value> &stacks) const {
    llvm::DenseSet<Value> kinds;
    for (Value stack : stacks)
      kinds.insert(kindOf(stack));
    for (bool changed = true; changed;) {
      changed = false;
      for (auto [holder, inner] : held)
        if (kinds.contains(kindOf(inner)))
          changed |= kinds.insert(kindOf(holder)).second;
    }
    for (auto [holder, inner] : held)
      for (Value stack : {holder, inner})
        if (kinds.contains(kindOf(stack)))
          stacks.insert(stack);
  }

private:
  Value kindOf(Value stack) const {
    auto found = alike.findLeader(stack);
    return found == alike.member_end() ? stack : *found;
  }

  /// Stacks in frames of one kind are of one kind; whether that was news of any.
  bool unite() {
    llvm::DenseMap<Value, Value> innerOf; // by the kind of the holder
    bool changed = false;
    for (auto [holder, inner] : held) {
      Value first = innerOf.try_emplace(kindOf(holder), inner).first->second;
      if (kindOf(first) == kindOf(inner))
        continue;
      alike.unionSets(first, inner);
      changed = true;
    }
    return changed;
  }

  SmallVector<std::pair<Value, Value>> held; // holder, what is in its frames
  llvm::EquivalenceClasses<Value> alike;
};

} // namespace

Activity::Activity(func::FuncOp function, const StackClasses &classes, ValueRange inputs,
                   ValueRange outputs)
    : classes(classes) {
  FlowGraph graph(function, classes);
  llvm::BitVector both = graph.reachable(inputs, FlowGraph::Direction::forward);
  both &= graph.reachable(outputs, FlowGraph::Direction::backward);
  active.reserve(both.count());
  for (unsigned node : both.set_bits()) {
    Value value = graph.valueOf(node);
    if (!value)
      continue;
    (isa<flow::StackType>(value.getType()) ? activeStacks : active).insert(value);
  }
  Nesting(function, classes).spread(activeStacks);

  function.walk([&](Operation *op) {
    if (!isNoted(op) && op->getParentOp() == function)
      return;
    auto isMoved = [&](Value operand) {
      return isa<flow::StackType>(operand.getType()) && isActiveStack(operand);
    };
    bool moves = handsOnStack(op)
                     ? llvm::any_of(op->getOperands(), isMoved)
                     : isa<flow::PushBackOp, flow::PopBackOp>(op) && isMoved(op->getOperand(0));
    if (!moves && !hasActiveResult(op))
      return;
    for (Operation *at = isNoted(op) ? op : op->getParentOp(); at != function;
         at = at->getParentOp())
      if (!noted.insert(at).second)
        break;
  });
}

bool Activity::isNoted(Operation *op) {
  return op->getNumRegions() > 0 || isa<flow::PushBackOp, flow::PopBackOp>(op) || handsOnStack(op);
}

bool Activity::hasActiveResult(Operation *op) const {
  return llvm::any_of(op->getResults(), [&](Value result) { return isActive(result); });
}

bool Activity::reverses(Operation *op) const {
  return isNoted(op) ? noted.contains(op) : hasActiveResult(op);
}

bool Activity::isActiveStack(Value stack) const {
  return activeStacks.contains(classes.leader(stack));
}

} // namespace cotan
