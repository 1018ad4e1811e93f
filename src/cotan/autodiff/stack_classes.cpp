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

StackClasses::StackClasses(func::FuncOp function) {
  SmallVector<Value> all;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (isa<flow::StackType>(value.getType())) {
        classes.insert(value);
        all.push_back(value);
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
        classes.unionSets(variable.result, variable.start->get());
      for (BlockArgument arg : variable.args)
        classes.unionSets(variable.result, arg);
      for (OpOperand *yield : variable.yields)
        classes.unionSets(variable.result, yield->get());
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
  });
}

ArrayRef<Operation *> StackClasses::uses(Value leader) const {
  auto found = users.find(leader);
  return found == users.end() ? ArrayRef<Operation *>() : ArrayRef(found->second);
}

} // namespace cotan
