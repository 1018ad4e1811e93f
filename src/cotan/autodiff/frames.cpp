#include "cotan/autodiff/frames.h"

#include "cotan/autodiff/names.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/ir/derivative_location.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {
namespace {

/// Program order inside a block: arguments, then results.
bool comesBefore(Value a, Value b) {
  auto argA = dyn_cast<BlockArgument>(a), argB = dyn_cast<BlockArgument>(b);
  if (argA || argB)
    return argA && (!argB || argA.getArgNumber() < argB.getArgNumber());
  Operation *opA = a.getDefiningOp(), *opB = b.getDefiningOp();
  if (opA == opB)
    return cast<OpResult>(a).getResultNumber() < cast<OpResult>(b).getResultNumber();
  return opA->isBeforeInBlock(opB);
}

/// The frame addStacks pushed on this stack, if it did.
flow::PushBackOp savedEverything(Scope &scope) {
  for (Operation *user : scope.stack.getUsers())
    if (user->getBlock() == scope.forward && user->hasAttr(residualsMark))
      return cast<flow::PushBackOp>(user);
  return nullptr;
}

/// Creates the push and the pop of these values; stand-ins become the popped values.
void connect(Scope &scope, ArrayRef<Value> values) {
  Location loc = scope.forward->getParentOp()->getLoc();
  OpBuilder builder(scope.forward->getTerminator());
  flow::PushBackOp::create(builder, loc, scope.stack, values);
  builder.setInsertionPointToStart(scope.dual);
  auto pop = flow::PopBackOp::create(builder, inDerivative(loc, DerivativeMode::backward),
                                     ValueRange(values).getTypes(), scope.dualStack);
  for (auto [value, popped] : llvm::zip_equal(values, pop.getValues())) {
    Value standIn = scope.saved.lookup(value);
    if (!standIn)
      continue;
    standIn.replaceAllUsesWith(popped);
    standIn.getDefiningOp()->erase();
  }
}

} // namespace

bool pushesResiduals(flow::Structured op) {
  for (Region *region : flow::bodiesOf(op))
    for (Operation &inner : llvm::reverse(region->front()))
      if (inner.hasAttr(residualsMark))
        return true;
  return false;
}

bool makeFrame(Scope &scope) {
  scope.saved.remove_if([](auto &entry) { // what asked for it turned out not to be needed
    if (!entry.second.use_empty())
      return false;
    entry.second.getDefiningOp()->erase();
    return true;
  });
  SmallVector<Value> values;
  for (auto &[value, standIn] : scope.saved)
    values.push_back(value);
  if (flow::PushBackOp push = savedEverything(scope)) {
    DenseSet<Value> known(values.begin(), values.end());
    llvm::copy_if(push.getValues(), std::back_inserter(values),
                  [&](Value value) { return known.insert(value).second; });
    push.erase();
  } else if (values.empty()) {
    return false;
  }
  llvm::sort(values, comesBefore);
  connect(scope, values);
  return true;
}

void makeEmptyFrame(Scope &scope) { connect(scope, {}); }

SmallVector<Value> localValues(flow::Structured op, Region &region) {
  SmallVector<Value> values;
  for (BlockArgument arg : region.getArguments().drop_front(op.getNumExtraArguments(region)))
    if (!isa<flow::StackType>(arg.getType()))
      values.push_back(arg);
  for (Operation &inner : region.front().without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>())
      llvm::append_range(values, inner.getResults());
  return values;
}

LogicalResult addStacks(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  for (auto op : opsIn<flow::Structured>(function)) {
    flow::Structured withStack = flow::appendResidualStack(rewriter, op);
    for (Region *region : flow::bodiesOf(withStack)) {
      OpBuilder builder(region->front().getTerminator());
      Value stack = flow::residualStackIn(withStack, *region);
      // Inner stacks are asked for by the duals that read them: others would never be emptied.
      auto values = llvm::filter_to_vector(localValues(withStack, *region), [](Value value) {
        return !isa<flow::StackType>(value.getType());
      });
      auto push = flow::PushBackOp::create(builder, withStack->getLoc(), stack, values);
      push->setAttr(residualsMark, builder.getUnitAttr());
    }
  }
  return success();
}

} // namespace cotan
