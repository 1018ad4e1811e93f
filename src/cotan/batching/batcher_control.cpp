// Loops and branches whose turns and ways are the same for all lanes: the same ops, some of whose
// variables have the new axis.
#include "cotan/batching/batcher.h"

#include "cotan/ir/flow/variables.h"

using namespace mlir;

namespace cotan {

Type Batcher::typeOf(Value lane) const {
  return batched.contains(lane) ? Type(axis.type(lane.getType())) : lane.getType();
}

Value Batcher::variable(flow::Structured op, unsigned j, Value lane) {
  return batched.contains(op->getResult(j)) ? whole(lane) : at(lane);
}

Block *Batcher::startRegion(Region &region, Region &fresh) {
  SmallVector<Type> types;
  for (BlockArgument arg : region.getArguments())
    types.push_back(typeOf(arg));
  SmallVector<Location> locs(types.size(), region.getLoc());
  Block *block = ops.createBlock(&fresh, {}, types, locs);
  for (auto [old, arg] : llvm::zip_equal(region.getArguments(), block->getArguments()))
    map(old, arg);
  return block;
}

void Batcher::mapResults(flow::Structured op, ValueRange results) {
  for (auto [old, result] : llvm::zip_equal(op->getResults(), results))
    map(old, result);
}

LogicalResult Batcher::runStructured(flow::Structured op) {
  auto loop = dyn_cast<flow::WhileOp>(op.getOperation());
  if (batched.isMasked(op)) {
    if (loop)
      return decidesByLane(loop, batched) ? runWhile(loop) : runDrain(loop);
    if (auto counted = dyn_cast<flow::ForOp>(op.getOperation()))
      return runFor(counted);
    return runBranch(op);
  }
  OperationState state(op->getLoc(), op->getName());
  unsigned numStarts = op.getStartsMutable().size();
  for (Value operand : op->getOperands().drop_back(numStarts))
    state.addOperands(at(operand));
  for (auto [j, start] : llvm::enumerate(op.getStartsMutable()))
    state.addOperands(variable(op, j, start.get()));
  for (Value result : op->getResults())
    state.addTypes(typeOf(result));
  state.addAttributes(op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *fresh = ops.create(state);

  for (auto [region, built] : llvm::zip_equal(op->getRegions(), fresh->getRegions())) {
    if (region.empty())
      continue;
    OpBuilder::InsertionGuard guard(ops);
    startRegion(region, built);
    if (failed(runBlock(region.front())))
      return failure();
    Operation *end = region.front().getTerminator();
    unsigned first = isa<flow::CondYieldOp>(end) ? 1 : 0;
    // The init region of a branch hands on the stacks alone: the last variables.
    unsigned j = op->getNumResults() - (end->getNumOperands() - first);
    IRMapping mapping;
    Operation *clone = ops.clone(*end, mapping);
    for (OpOperand &operand : clone->getOpOperands())
      operand.set(operand.getOperandNumber() < first ? at(operand.get())
                                                     : variable(op, j++, operand.get()));
    clone->moveBefore(ops.getInsertionBlock(), ops.getInsertionBlock()->end());
  }
  mapResults(op, fresh->getResults());
  return success();
}

} // namespace cotan
