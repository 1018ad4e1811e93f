#include "cotan/ir/flow/variables.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace cotan::flow {

OpOperand &yieldOf(Region &region, unsigned j) {
  Operation *terminator = region.front().getTerminator();
  return terminator->getOpOperand(j + (isa<CondYieldOp>(terminator) ? 1 : 0));
}

unsigned numInitStacks(Structured op) {
  Region &init = op.getInit();
  return init.empty() ? 0 : llvm::range_size(init.front().without_terminator());
}

SmallVector<Region *, 3> bodiesOf(Structured op) {
  SmallVector<Region *, 3> bodies;
  for (Region &region : op->getRegions())
    if (&region != &op.getInit() && !region.empty())
      bodies.push_back(&region);
  return bodies;
}

/// Position of variable j among the region's arguments; -1 if it is not one.
static int argumentIndex(Structured op, Region &region, unsigned j) {
  if (op.isLoop())
    return j < region.getNumArguments() ? int(j + op.getNumExtraArguments(region)) : -1;
  return int(j) - int(op->getNumResults() - numInitStacks(op));
}

BlockArgument argumentOf(Structured op, Region &region, unsigned j) {
  int index = argumentIndex(op, region, j);
  if (index < 0 || index >= int(region.getNumArguments()))
    return nullptr;
  return region.getArgument(index);
}

Variable variableOf(Structured op, unsigned j) {
  Variable variable;
  variable.result = op->getResult(j);
  MutableOperandRange starts = op.getStartsMutable();
  if (j < starts.size())
    variable.start = &starts[j];
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    if (&region == &op.getInit()) {
      if (op.isLoop() && j < region.getNumArguments())
        variable.args.push_back(region.getArgument(j));
      unsigned first = op.isLoop() ? 0 : op->getNumResults() - numInitStacks(op);
      if (j >= first)
        variable.yields.push_back(&yieldOf(region, j - first));
      continue;
    }
    if (BlockArgument arg = argumentOf(op, region, j))
      variable.args.push_back(arg);
    variable.yields.push_back(&yieldOf(region, j));
  }
  return variable;
}

/// A new op with these operands and results that takes over the regions of `op`.
static Structured rebuild(RewriterBase &rewriter, Structured op, TypeRange results) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), results, op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *fresh = rewriter.create(state);
  for (auto [to, from] : llvm::zip_equal(fresh->getRegions(), op->getRegions()))
    rewriter.inlineRegionBefore(from, to, to.end());
  return cast<Structured>(fresh);
}

/// Makes the `init` region of an op that has none: it hands the operands of a loop on.
static void addInit(Structured op) {
  OpBuilder builder(op.getContext());
  Block *block = builder.createBlock(&op.getInit());
  for (OpOperand &start : op.getStartsMutable())
    block->addArgument(start.get().getType(), op.getLoc());
  YieldOp::create(builder, op.getLoc(), block->getArguments());
}

Structured appendResidualStack(RewriterBase &rewriter, Structured op) {
  SmallVector<Type> types(op->getResultTypes());
  Type stack = StackType::get(op.getContext());
  types.push_back(stack);
  Structured fresh = rebuild(rewriter, op, types);
  rewriter.replaceOp(op, fresh->getResults().drop_back());

  for (Region *region : bodiesOf(fresh)) {
    Value arg = region->addArgument(stack, fresh.getLoc());
    Operation *terminator = region->front().getTerminator();
    terminator->insertOperands(terminator->getNumOperands(), arg);
  }
  if (fresh.getInit().empty())
    addInit(fresh);
  Operation *terminator = fresh.getInit().front().getTerminator();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(terminator);
  Value made = CreateStackOp::create(rewriter, fresh.getLoc(), stack);
  terminator->insertOperands(terminator->getNumOperands(), made);
  return fresh;
}

Value residualStack(Structured op) { return op->getResults().back(); }

Value residualStackIn(Structured op, Region &region) {
  return argumentOf(op, region, op->getNumResults() - 1);
}

static unsigned numValueVariables(Structured op) { return op->getNumResults() - numInitStacks(op); }

SmallVector<Value> insertArguments(Structured op, Region &region, TypeRange types) {
  unsigned index = numValueVariables(op) + op.getNumExtraArguments(region);
  SmallVector<Value> args;
  for (Type type : types)
    args.push_back(region.insertArgument(index++, type, op->getLoc()));
  return args;
}

void insertYields(Structured op, Region &region, ValueRange values) {
  Operation *terminator = region.front().getTerminator();
  unsigned first = isa<CondYieldOp>(terminator) ? 1 : 0;
  terminator->insertOperands(first + numValueVariables(op), values);
}

Structured appendVariables(RewriterBase &rewriter, Structured op, ValueRange starts,
                           TypeRange types) {
  unsigned index = numValueVariables(op);
  if (op.isLoop() && !op.getInit().empty()) {
    Region &init = op.getInit();
    SmallVector<Value> args;
    for (Value start : starts)
      args.push_back(init.addArgument(start.getType(), op->getLoc()));
    init.front().getTerminator()->insertOperands(index, args);
  }
  rewriter.modifyOpInPlace(op, [&] { op->insertOperands(op->getNumOperands(), starts); });
  SmallVector<Type> results(op->getResultTypes());
  results.insert(results.begin() + index, types.begin(), types.end());
  Structured fresh = rebuild(rewriter, op, results);
  SmallVector<Value> replacements(fresh->getResults());
  replacements.erase(replacements.begin() + index, replacements.begin() + index + types.size());
  rewriter.replaceOp(op, replacements);
  return fresh;
}

/// Takes the dead variables out of one region, its arguments and its terminator's operands.
static void eraseFromRegion(RewriterBase &rewriter, Structured op, Region &region,
                            const BitVector &dead) {
  Operation *terminator = region.front().getTerminator();
  unsigned firstYield = isa<CondYieldOp>(terminator) ? 1 : 0;
  BitVector args(region.getNumArguments()), yields(terminator->getNumOperands());
  // The init region of a branch yields the stacks alone: the last variables.
  unsigned firstVariable = dead.size() - (yields.size() - firstYield);
  SmallVector<Operation *> makers;
  for (unsigned j : dead.set_bits()) {
    if (j < firstVariable)
      continue;
    unsigned yield = j - firstVariable + firstYield;
    yields.set(yield);
    if (int arg = argumentIndex(op, region, j); arg >= 0 && arg < int(args.size()))
      args.set(arg);
    if (&region == &op.getInit())
      if (auto maker =
              dyn_cast_or_null<CreateStackOp>(terminator->getOperand(yield).getDefiningOp());
          maker &&
          maker->getParentRegion() == &region) // a stack that starts a loop is made outside
        makers.push_back(maker);
  }
  rewriter.modifyOpInPlace(terminator, [&] { terminator->eraseOperands(yields); });
  for (Operation *maker : makers)
    rewriter.eraseOp(maker);
  region.front().eraseArguments(args);
}

Structured eraseVariables(RewriterBase &rewriter, Structured op, const BitVector &dead) {
  // Bodies first: which arguments are stacks is read off `init`.
  for (Region *region : bodiesOf(op))
    eraseFromRegion(rewriter, op, *region, dead);
  SmallVector<Type> types;
  BitVector operands(op->getNumOperands());
  for (unsigned j = 0; j < dead.size(); ++j)
    if (!dead.test(j))
      types.push_back(op->getResult(j).getType());
  for (auto [j, start] : llvm::enumerate(op.getStartsMutable()))
    if (dead.test(j))
      operands.set(start.getOperandNumber());
  if (!op.getInit().empty()) {
    eraseFromRegion(rewriter, op, op.getInit(), dead);
    if (numInitStacks(op) == 0)
      rewriter.eraseBlock(&op.getInit().front());
  }
  rewriter.modifyOpInPlace(op, [&] { op->eraseOperands(operands); });

  Structured fresh = rebuild(rewriter, op, types);
  for (unsigned j = 0, next = 0; j < dead.size(); ++j)
    if (!dead.test(j))
      rewriter.replaceAllUsesWith(op->getResult(j), fresh->getResult(next++));
  rewriter.eraseOp(op);
  return fresh;
}

} // namespace cotan::flow
