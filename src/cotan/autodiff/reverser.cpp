// Straight-line code, stacks, and the sums of cotangents. Structured ops: reverser_control.cpp.
#include "cotan/autodiff/reverser.h"

#include "cotan/autodiff/frames.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/requests.h"
#include "cotan/ir/rules/parts.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

//--- Sums of cotangents

/// Where the sum is kept.
Value &Reverser::sumOf(Value value, Scope &scope) {
  return value.getParentBlock() == scope.forward ? scope.cotangents[value]
                                                 : scope.contributions[value];
}

/// What a contribution is added to; null if there is nothing yet.
Value Reverser::sumSoFar(Value value, Scope &scope) {
  Value sum = value.getParentBlock() == scope.forward ? scope.cotangents.lookup(value)
                                                      : scope.contributions.lookup(value);
  if (sum || value.getParentBlock() == scope.forward || !isSummedInPlace(value))
    return sum;
  if (!scope.isOfLoop)
    return sumSoFar(value, *scope.parent);
  BlockArgument &before = scope.sumsBefore[value];
  if (!before)
    before = scope.dual->addArgument(value.getType(), value.getLoc());
  return before;
}

void Reverser::accumulate(Value value, Value contribution, Scope &scope) {
  if (!contribution || !activity.isActive(value))
    return;
  ReverseBuilder b = builderAt(scope, value.getLoc());
  contribution = b.conform(b.given(contribution), value).value();
  Value sum = sumSoFar(value, scope);
  sumOf(value, scope) = sum ? b.add(b.given(sum), b.given(contribution)).value() : contribution;
}

Value Reverser::take(Value value, Scope &scope) {
  auto found = scope.cotangents.find(value);
  if (found == scope.cotangents.end())
    return nullptr;
  Value sum = found->second;
  scope.cotangents.erase(found);
  return sum;
}

Value Reverser::zeros(Value like, Scope &scope) {
  return builderAt(scope, like.getLoc()).zerosLike(like).value();
}

Value Reverser::takeOrZeros(Value value, Scope &scope) {
  Value sum = take(value, scope);
  return sum ? sum : zeros(value, scope);
}

Value Reverser::cotangent(Value value) {
  Value sum = top.cotangents.lookup(value);
  return sum ? sum : zeros(value, top);
}

//--- Blocks

LogicalResult Reverser::run(Block &block, Operation *last,
                            ArrayRef<std::pair<Value, Value>> seeds) {
  top.forward = top.dual = &block;
  top.before = last;
  top.isTop = true;
  ops.setInsertionPoint(block.getTerminator());
  for (auto [value, seed] : seeds)
    accumulate(value, seed, top);
  return reverseBlock(top);
}

LogicalResult Reverser::runApart(Block &block, Block &dual, ArrayRef<std::pair<Value, Value>> seeds,
                                 ValueRange wanted) {
  top.forward = &block;
  top.dual = &dual;
  top.stack = tree = block.getArguments().back();
  top.dualStack = dualTree = dual.getArgument(0);
  ops.setInsertionPointToEnd(&dual);
  for (auto [value, seed] : seeds)
    accumulate(value, seed, top);
  if (failed(reverseBlock(top)))
    return failure();
  SmallVector<Value> results = llvm::map_to_vector(wanted, [&](Value x) { return cotangent(x); });
  makeFrame(top);
  func::ReturnOp::create(ops, block.getTerminator()->getLoc(), results);
  return success();
}

LogicalResult Reverser::reverseBlock(Scope &scope) {
  // Constants and stand-ins go to the start of the block, before this; what rules build, after it.
  Operation *start = UnrealizedConversionCastOp::create(ops, scope.forward->getParentOp()->getLoc(),
                                                        TypeRange(), ValueRange());
  // A snapshot: at the top, the dual code goes into the same block.
  SmallVector<Operation *> forward;
  for (Operation &op : scope.forward->without_terminator())
    if (activity.reverses(&op))
      forward.push_back(&op);
  for (Operation *op : llvm::reverse(forward))
    if (failed(reverseOp(op, scope)))
      return failure();
  start->erase();
  return success();
}

LogicalResult Reverser::reverseOp(Operation *op, Scope &scope) {
  if (auto push = dyn_cast<flow::PushBackOp>(op))
    return reversePush(push, scope), success();
  if (auto pop = dyn_cast<flow::PopBackOp>(op))
    return reversePop(pop, scope), success();
  if (auto loop = dyn_cast<flow::WhileOp>(op))
    return reverseWhile(loop, scope);
  if (auto loop = dyn_cast<flow::ForOp>(op))
    return reverseFor(loop, scope);
  if (auto branch = dyn_cast<flow::Structured>(op))
    return reverseBranch(branch, scope);
  if (auto call = dyn_cast<func::CallOp>(op))
    return reverseCall(call, scope);
  return applyRule(op, scope);
}

//--- Ops with a rule

/// Erases what the rule built for operands that need no cotangent; `kept` are the sums so far.
static void eraseUnused(ArrayRef<Operation *> built, ArrayRef<Value> kept) {
  auto isKept = [&](Value result) { return llvm::is_contained(kept, result); };
  for (Operation *op : llvm::reverse(built))
    if (isOpTriviallyDead(op) && llvm::none_of(op->getResults(), isKept))
      op->erase();
}

LogicalResult Reverser::applyRule(Operation *op, Scope &scope) {
  SmallVector<Value> cotangents;
  bool any = false;
  for (Value result : op->getResults()) {
    cotangents.push_back(take(result, scope));
    any |= bool(cotangents.back());
  }
  if (!any)
    return success();
  auto differentiable = dyn_cast<Differentiable>(op);
  if (!differentiable && !withParts(op))
    return reportMissingRule(op, "vjp");
  for (auto [cotangent, result] : llvm::zip_equal(cotangents, op->getResults()))
    if (!cotangent && carriesDerivative(result.getType()))
      cotangent = zeros(result, scope);

  const OpsFromHere here(ops);
  if (failed(differentiable ? useRule(differentiable, cotangents, scope)
                            : useParts(op, cotangents, scope)))
    return failure();
  SmallVector<Value> sums;
  for (Value operand : op->getOperands()) {
    sums.push_back(scope.cotangents.lookup(operand));
    sums.push_back(scope.contributions.lookup(operand));
  }
  eraseUnused(here.built(), sums);
  return success();
}

LogicalResult Reverser::useRule(Differentiable op, ArrayRef<Value> cotangents, Scope &scope) {
  ReverseBuilder b = builderAt(scope, op->getLoc(), op);
  Values answer = op.vjp(b, cotangents);
  if (failed(checkAnswer(op, answer, op->getNumOperands(), "cotangents")))
    return failure();
  for (auto [operand, cotangent] : llvm::zip_equal(op->getOperands(), answer))
    accumulate(operand, cotangent, scope);
  return success();
}

LogicalResult Reverser::useParts(Operation *op, ArrayRef<Value> cotangents, Scope &scope) {
  Cotangents sums;
  if (failed(reverseParts(op, cotangents, sums, scope)))
    return failure();
  for (Value operand : llvm::SetVector<Value>(op->operand_begin(), op->operand_end()))
    accumulate(operand, sums.lookup(operand), scope);
  return success();
}

//--- Stacks: the cotangent of a push is a pop, and the other way round

bool Reverser::isActiveSlot(Value slot) const {
  return carriesDerivative(slot.getType()) ||
         (isa<flow::StackType>(slot.getType()) && activity.isActiveStack(slot));
}

void Reverser::reversePush(flow::PushBackOp push, Scope &scope) {
  Value stack = scope.cotangentStack(classes.leader(push.getStack()));
  SmallVector<Value> slots;
  SmallVector<Type> types;
  for (Value value : push.getValues())
    if (isActiveSlot(value)) {
      slots.push_back(value);
      types.push_back(value.getType());
    }
  auto pop = flow::PopBackOp::create(ops, push.getLoc(), types, stack);
  for (auto [slot, cotangent] : llvm::zip_equal(slots, pop.getValues())) {
    if (isa<flow::StackType>(slot.getType()))
      scope.cotangentStacks[classes.leader(slot)] = cotangent;
    else
      accumulate(slot, cotangent, scope);
  }
}

static Value newStack(OpBuilder &ops, Location loc) {
  return flow::CreateStackOp::create(ops, loc, flow::StackType::get(ops.getContext())).getStack();
}

/// Of the frames of a stack; it is made here if there is none.
Value Reverser::cotangentStackOf(Value stack, Scope &scope) {
  Value leader = classes.leader(stack), known = scope.cotangentStack(leader);
  return known ? known : scope.cotangentStacks[leader] = newStack(ops, stack.getLoc());
}

void Reverser::reversePop(flow::PopBackOp pop, Scope &scope) {
  Value stack = cotangentStackOf(pop.getStack(), scope);
  SmallVector<Value> cotangents;
  for (Value value : pop.getValues()) {
    if (!isActiveSlot(value))
      continue;
    if (!isa<flow::StackType>(value.getType())) {
      cotangents.push_back(takeOrZeros(value, scope));
      continue;
    }
    Value inner = scope.cotangentStacks.lookup(classes.leader(value));
    cotangents.push_back(inner ? inner : newStack(ops, pop.getLoc()));
  }
  flow::PushBackOp::create(ops, pop.getLoc(), stack, cotangents);
}

//--- Calls

/// The stack of all frames of calls, which a program makes before all else.
static Value makeTree(Block &block) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  return newStack(builder, block.getParentOp()->getLoc());
}

void Reverser::reverseWithResiduals(func::CallOp call, const CallResiduals &pair, Scope &scope) {
  auto hasCotangent = [&](unsigned i) { return scope.cotangents.contains(call.getResult(i)); };
  if (llvm::none_of(pair.of.results.set_bits(), hasCotangent))
    return;
  ReverseBuilder b = builderAt(scope, call.getLoc());
  SmallVector<Value> given;
  for (unsigned i : pair.operands)
    given.push_back(b.look(call.getOperand(i)));
  for (unsigned i : pair.residuals)
    given.push_back(b.look(call.getResult(i)));
  for (unsigned i : pair.of.results.set_bits())
    given.push_back(takeOrZeros(call.getResult(i), scope));
  auto reverse =
      func::CallOp::create(ops, reversed(call.getLoc()), func::FuncOp(pair.reverse), given);
  reverse->setAttr(orderName, ops.getI64IntegerAttr(calls.ofOrder()));
  for (auto [i, operand] : llvm::enumerate(pair.of.tensors()))
    accumulate(call.getOperand(operand), reverse.getResult(i), scope);
}

LogicalResult Reverser::reverseCall(func::CallOp call, Scope &scope) {
  if (const CallResiduals *pair = calls.residualsOf(call))
    return reverseWithResiduals(call, *pair, scope), success();
  FailureOr<const CallPair *> found = calls.of(ActiveCall(call, activity));
  if (failed(found))
    return failure();
  const CallPair &pair = **found;
  SmallVector<unsigned> stacks = pair.of.stacks();
  auto hasCotangent = [&](unsigned i) { return scope.cotangents.contains(call.getResult(i)); };
  if (stacks.empty() && llvm::none_of(pair.of.results.set_bits(), hasCotangent))
    return success();
  if (!tree)
    tree = dualTree = makeTree(*top.forward);
  SmallVector<Value> given = {dualTree};
  for (unsigned i : pair.of.results.set_bits())
    given.push_back(takeOrZeros(call.getResult(i), scope));
  for (unsigned i : stacks)
    given.push_back(cotangentStackOf(call.getOperand(i), scope));
  for (unsigned i : pair.handedOn)
    given.push_back(builderAt(scope, call.getLoc()).look(call.getOperand(i)));
  auto reverse = func::CallOp::create(ops, reversed(call.getLoc()), pair.reverse, given);
  reverse->setAttr(orderName, ops.getI64IntegerAttr(calls.ofOrder()));
  for (auto [i, operand] : llvm::enumerate(pair.of.tensors()))
    accumulate(call.getOperand(operand), reverse.getResult(i), scope);
  call.setCallee(func::FuncOp(pair.forward).getName());
  call->insertOperands(call.getNumOperands(), tree);
  return success();
}

} // namespace cotan
