#include "cotan/autodiff/stack_classes.h"

#include "cotan/ir/flow/variables.h"

using namespace mlir;

namespace cotan {

static unsigned depthOf(Block *block) {
  unsigned depth = 0;
  while ((block = block->getParentOp() ? block->getParentOp()->getBlock() : nullptr))
    ++depth;
  return depth;
}

/// Whether a stack begins to be known under this value: it is not handed on by a loop or a branch.
static bool isOrigin(Value stack) {
  Operation *op = stack.getDefiningOp();
  return !isa_and_nonnull<flow::Structured>(op ? op : stack.getParentBlock()->getParentOp());
}

/// Makes the classes of two values one, and notes if that joins two stacks.
void StackClasses::join(Operation *op, Value a, Value b) {
  Value one = origins.lookup(leader(a)), other = origins.lookup(leader(b));
  classes.unionSets(a, b);
  if (one && other && one != other)
    joined.push_back({op, one, other});
  if (one || other)
    origins[leader(a)] = one ? one : other;
}

StackClasses::StackClasses(func::FuncOp function) {
  SmallVector<Value> all;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (isa<flow::StackType>(value.getType())) {
        classes.insert(value);
        all.push_back(value);
        if (isOrigin(value))
          origins[value] = value;
      }
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArguments());
    add(op->getResults());
  });
  if (all.empty())
    return;

  function.walk([&](flow::Structured op) {
    for (unsigned j = 0; j < op->getNumResults(); ++j) {
      flow::Variable variable = flow::variableOf(op, j);
      if (!variable.isStack())
        continue;
      if (variable.start)
        join(op, variable.result, variable.start->get());
      for (BlockArgument arg : variable.args)
        join(op, variable.result, arg);
      for (OpOperand *yield : variable.yields)
        join(op, variable.result, yield->get());
    }
  });

  llvm::DenseMap<Value, unsigned> depths;
  for (Value value : all) {
    Value name = leader(value);
    unsigned depth = depthOf(value.getParentBlock());
    auto [known, isNew] = depths.try_emplace(name, depth);
    if (isNew)
      order.push_back(name);
    if (isNew || depth < known->second) {
      known->second = depth;
      births[name] = value.getParentBlock();
    }
  }
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<flow::PushBackOp, flow::PopBackOp, flow::IsEmptyOp>(op))
      users[leader(op->getOperand(0))].push_back(op);
    if (auto push = dyn_cast<flow::PushBackOp>(op))
      for (Value value : push.getValues())
        if (isa<flow::StackType>(value.getType()))
          pushers[leader(value)].push_back(push);
  });
}

ArrayRef<Operation *> StackClasses::holders(Value leader) const {
  auto found = pushers.find(leader);
  return found == pushers.end() ? ArrayRef<Operation *>() : ArrayRef(found->second);
}

ArrayRef<Operation *> StackClasses::uses(Value leader) const {
  auto found = users.find(leader);
  return found == users.end() ? ArrayRef<Operation *>() : ArrayRef(found->second);
}

} // namespace cotan
