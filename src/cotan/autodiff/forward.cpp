#include "cotan/autodiff/forward.h"

#include "cotan/autodiff/activity.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

/// Forward mode stands where the primal values are, so rules read them directly.
class ForwardBuilder : public RuleBuilder {
public:
  ForwardBuilder(OpBuilder &builder, Location loc) : RuleBuilder(builder, loc) {}

  bool needs(unsigned operand) const override { return wanted < 0 || int(operand) == wanted; }
  Expr given(Value value) { return wrap(value); }
  /// A copy of `op` with other operands, folded away if it can be.
  Values copy(Operation *op, ArrayRef<Value> operands) {
    Operation *clone = ops.clone(*op);
    clone->setOperands(operands);
    Values results;
    if (failed(ops.tryFold(clone, results)) || results.empty()) {
      results.assign(clone->result_begin(), clone->result_end());
      return results;
    }
    clone->erase();
    return results;
  }

  int wanted = -1; // the operand whose cotangent a vjp rule is asked for; -1: all
};

class Forward {
public:
  Forward(func::FuncOp function, const StackClasses &classes, const Activity &activity)
      : activity(activity), rewriter(function.getContext()) {}

  LogicalResult runBlock(Block &block);
  void setTangent(Value value, Value tangent) { tangents[value] = tangent; }
  /// The tangent of a value, zeros if it has none; needs an insertion point after the value.
  Value tangentOrZeros(Value value);
  OpBuilder &builder() { return rewriter; }

private:
  LogicalResult runOp(Operation *op);
  LogicalResult runStructured(flow::Structured op);
  void runPush(flow::PushBackOp push);
  void runPop(flow::PopBackOp pop);
  LogicalResult applyRule(Operation *op);
  LogicalResult decompose(Operation *op, Decomposable decomposable);
  Values applyTrait(Operation *op, ArrayRef<Value> given);

  const Activity &activity;
  IRRewriter rewriter;
  llvm::DenseMap<Value, Value> tangents;
};

Value Forward::tangentOrZeros(Value value) {
  if (Value tangent = tangents.lookup(value))
    return tangent;
  return ForwardBuilder(rewriter, value.getLoc()).zerosLike(value).value();
}

LogicalResult Forward::runBlock(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    if (activity.reverses(&op))
      ops.push_back(&op);
  for (Operation *op : ops)
    if (failed(runOp(op)))
      return failure();
  return success();
}

LogicalResult Forward::runOp(Operation *op) {
  if (auto push = dyn_cast<flow::PushBackOp>(op))
    return runPush(push), success();
  if (auto pop = dyn_cast<flow::PopBackOp>(op))
    return runPop(pop), success();
  if (auto structured = dyn_cast<flow::Structured>(op))
    return runStructured(structured);
  return applyRule(op);
}

//--- Stacks: a frame holds the tangents of its floats after its values

void Forward::runPush(flow::PushBackOp push) {
  rewriter.setInsertionPoint(push);
  SmallVector<Value> added;
  for (Value value : push.getValues())
    if (carriesDerivative(value.getType()))
      added.push_back(tangentOrZeros(value));
  push.getValuesMutable().append(added);
}

void Forward::runPop(flow::PopBackOp pop) {
  SmallVector<Type> types(pop.getResultTypes());
  for (Value value : pop.getValues())
    if (carriesDerivative(value.getType()))
      types.push_back(value.getType());
  rewriter.setInsertionPoint(pop);
  auto fresh = flow::PopBackOp::create(rewriter, pop.getLoc(), types, pop.getStack());
  unsigned next = pop.getNumResults();
  for (auto [old, value] : llvm::zip(pop.getValues(), fresh.getValues()))
    if (carriesDerivative(value.getType()))
      tangents[value] = fresh.getResult(next++);
  rewriter.replaceOp(pop, fresh.getValues().take_front(pop.getNumResults()));
}

//--- Structured ops: each active variable gets a second one, its tangent

LogicalResult Forward::runStructured(flow::Structured op) {
  SmallVector<unsigned> variables;
  SmallVector<Type> types;
  for (unsigned j = 0; j < op->getNumResults(); ++j)
    if (activity.isActive(op->getResult(j))) {
      variables.push_back(j);
      types.push_back(op->getResult(j).getType());
    }
  SmallVector<Value> starts;
  if (op.isLoop()) {
    rewriter.setInsertionPoint(op);
    MutableOperandRange range = op.getStartsMutable();
    for (unsigned j : variables)
      starts.push_back(tangentOrZeros(range[j].get()));
  }
  for (Region *region : flow::bodiesOf(op)) {
    if (op.isLoop()) {
      SmallVector<Value> args = flow::insertArguments(op, *region, types);
      for (auto [j, arg] : llvm::zip_equal(variables, args))
        tangents[flow::argumentOf(op, *region, j)] = arg;
    }
    if (failed(runBlock(region->front())))
      return failure();
    rewriter.setInsertionPoint(region->front().getTerminator());
    SmallVector<Value> yields;
    for (unsigned j : variables)
      yields.push_back(tangentOrZeros(flow::yieldOf(*region, j).get()));
    flow::insertYields(op, *region, yields);
  }
  unsigned first = op->getNumResults() - flow::numInitStacks(op);
  flow::Structured fresh = flow::appendVariables(rewriter, op, starts, types);
  for (unsigned j : variables)
    tangents[fresh->getResult(j)] = fresh->getResult(first++);
  return success();
}

//--- Ops with a rule, or a trait that says what it is

/// Sums what each operand's tangent contributes; null if the op has no trait that tells.
Values Forward::applyTrait(Operation *op, ArrayRef<Value> given) {
  ForwardBuilder b(rewriter, op->getLoc());
  Expr sum;
  auto contribute = [&](const Expr &term) { sum = sum ? b.add(sum, term) : term; };
  if (op->hasTrait<Linear>()) {
    SmallVector<Value> operands(op->getOperands());
    for (auto [operand, tangent] : llvm::zip_equal(operands, given))
      if (carriesDerivative(operand.getType()))
        operand = tangent ? tangent : b.zerosLike(operand).value();
    return b.copy(op, operands);
  }
  auto differentiable = dyn_cast<Differentiable>(op);
  bool elementwise = op->hasTrait<Elementwise>() && differentiable;
  if (op->getNumResults() != 1 || (!elementwise && !op->hasTrait<Multilinear>()))
    return {};
  for (auto [i, tangent] : llvm::enumerate(given)) {
    if (!tangent)
      continue;
    if (!elementwise) {
      SmallVector<Value> operands(op->getOperands());
      operands[i] = tangent;
      contribute(b.given(b.copy(op, operands)[0]));
      continue;
    }
    b.wanted = i; // the Jacobian is diagonal: its transpose is itself
    if (Value term = differentiable.vjp(b, ValueRange(tangent))[i])
      contribute(b.given(term));
  }
  return {sum};
}

LogicalResult Forward::decompose(Operation *op, Decomposable decomposable) {
  rewriter.setInsertionPoint(op);
  Operation *before = op->getPrevNode();
  RuleBuilder b(rewriter, op->getLoc());
  Values results = decomposable.decompose(b);
  if (results.size() != op->getNumResults())
    return reportMissingRule(op, "jvp");
  SmallVector<Operation *> made;
  for (Operation *at = before ? before->getNextNode() : &op->getBlock()->front(); at != op;
       at = at->getNextNode())
    made.push_back(at);
  rewriter.replaceOp(op, results);
  for (Operation *inner : made)
    if (failed(applyRule(inner)))
      return failure();
  return success();
}

LogicalResult Forward::applyRule(Operation *op) {
  SmallVector<Value> given;
  for (Value operand : op->getOperands())
    given.push_back(tangents.lookup(operand));
  bool carries = llvm::any_of(op->getResultTypes(), carriesDerivative);
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  auto hasTangent = [&](Value value) { return tangents.contains(value); };
  if (!carries || op->hasTrait<ZeroDerivative>() || llvm::none_of(read, hasTangent))
    return success();
  rewriter.setInsertionPointAfter(op);
  Values answer;
  if (auto rule = dyn_cast<ForwardDifferentiable>(op)) {
    ForwardBuilder b(rewriter, op->getLoc());
    answer = rule.jvp(b, given);
  } else {
    answer = applyTrait(op, given);
  }
  if (answer.empty()) {
    if (auto decomposable = dyn_cast<Decomposable>(op))
      return decompose(op, decomposable);
    return reportMissingRule(op, "jvp");
  }
  if (answer.size() != op->getNumResults())
    return op->emitError("the forward rule of '") << op->getName() << "' answers " << answer.size()
           << " tangents for " << op->getNumResults() << " results";
  ForwardBuilder b(rewriter, op->getLoc());
  for (auto [result, tangent] : llvm::zip_equal(op->getResults(), answer))
    if (tangent)
      tangents[result] = b.conform(b.given(tangent), result).value();
  return success();
}

} // namespace

LogicalResult pushForward(func::FuncOp function, ArrayRef<unsigned> wrt) {
  if (failed(checkBody(function)) || failed(verifyStacks(function, /*allowUnread=*/true)) ||
      failed(inlineForwards(function, /*order=*/~0u)))
    return failure();
  Operation *end = function.front().getTerminator();
  SmallVector<Value> inputs, outputs;
  for (unsigned i : wrt) {
    if (failed(checkArgument(function, i)))
      return failure();
    inputs.push_back(function.getArgument(i));
  }
  for (Value value : end->getOperands())
    if (carriesDerivative(value.getType()))
      outputs.push_back(value);
  StackClasses classes(function);
  Activity activity(function, classes, inputs, outputs);
  Forward forward(function, classes, activity);
  Builder builder(function.getContext());
  Attribute order = builder.getI64IntegerAttr(1);
  for (Value input : inputs) {
    unsigned index = function.getNumArguments();
    (void)function.insertArgument(index, input.getType(), {}, function.getLoc());
    function.setArgAttr(index, orderName, order);
    forward.setTangent(input, function.getArgument(index));
  }
  if (failed(forward.runBlock(function.front())))
    return failure();
  forward.builder().setInsertionPoint(end);
  for (Value value : SmallVector<Value>(end->getOperands())) {
    if (!carriesDerivative(value.getType()))
      continue;
    Value tangent = forward.tangentOrZeros(value);
    end->insertOperands(end->getNumOperands(), tangent);
    unsigned index = function.getNumResults();
    (void)function.insertResult(index, tangent.getType(), {});
    function.setResultAttr(index, orderName, order);
  }
  return success();
}

} // namespace cotan
