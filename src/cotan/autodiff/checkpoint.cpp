#include "cotan/autodiff/checkpoint.h"

#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/custom_call.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/silence.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {
namespace {

template <typename Op> SmallVector<Op> checkpointsIn(func::FuncOp function) {
  return opsIn<Op>(function, isCheckpoint);
}

func::FuncOp addFunction(func::FuncOp beside, func::FuncOp made, StringRef suffix) {
  made.setName((beside.getName() + suffix).str());
  made.setPrivate();
  SymbolTable(beside->getParentOfType<ModuleOp>()).insert(made);
  return made;
}

/// What the function printed and made sure of has been printed and made sure of.
void eraseOutput(func::FuncOp function) {
  auto isOutput = [](Operation *op) {
    return isa<flow::PrintOp, flow::AssertOp>(op) && !op->hasAttr(orderName);
  };
  for (Operation *op : opsIn(function, isOutput))
    op->erase();
}

/// Lets the function read its first `count` arguments after the others are there.
void readAfterOthers(func::FuncOp function, unsigned count) {
  Block &body = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  RuleBuilder b(builder, function.getLoc());
  Exprs others;
  for (BlockArgument argument : body.getArguments().drop_front(count))
    others.push_back(b(argument));
  for (BlockArgument argument : body.getArguments().take_front(count)) {
    Value again = optimization_barrier(b(argument), others).value();
    argument.replaceAllUsesExcept(again, again.getDefiningOp());
  }
}

/// What a checkpoint keeps of the function beside its arguments: results of identities.
SmallVector<Value> keptIn(func::FuncOp function) {
  SmallVector<Value> kept;
  for (Operation &op : function.front())
    if (op.hasAttr(keptMark))
      kept.push_back(op.getResult(0));
  return kept;
}

/// Lets the function take what is kept as arguments from `place` on, rather than compute it. Rules
/// read what came to the identity.
void takeKept(func::FuncOp function, unsigned place) {
  for (Value kept : keptIn(function)) {
    Value given = function.front().insertArgument(place++, kept.getType(), function.getLoc());
    kept.getDefiningOp()->getOperand(0).replaceAllUsesWith(given);
    kept.replaceAllUsesWith(given);
  }
}

/// The function with what is kept as further results; of these nothing more is kept.
func::FuncOp makeKeeping(func::FuncOp callee) {
  func::FuncOp keeping = addFunction(callee, callee.clone(), "_keeping");
  SmallVector<Value> kept = keptIn(keeping);
  keeping.front().getTerminator()->insertOperands(callee.getNumResults(), kept);
  for (Value value : kept)
    value.getDefiningOp()->removeAttr(keptMark);
  updateType(keeping);
  return keeping;
}

/// From the arguments of `callee`, what is kept, and cotangents of its results to those of the
/// arguments.
FailureOr<func::FuncOp> makeReverse(func::FuncOp callee) {
  func::FuncOp reverse = addFunction(callee, callee.clone(), "_reverse");
  silence({reverse}, reverse->getParentOp());
  ReverseOptions options{differentiableAmong(callee.getArgumentTypes()),
                         differentiableAmong(callee.getResultTypes()), Seed::argument};
  if (failed(differentiate(reverse, options)) || failed(inlineForwards(reverse, /*order=*/~0u)))
    return failure();
  eraseOutput(reverse);
  takeKept(reverse, callee.getNumArguments());
  reverse.front().getTerminator()->eraseOperands(0, callee.getNumResults());
  updateType(reverse);
  reverse.removeArgAttrsAttr();
  reverse.removeResAttrsAttr();
  const unsigned cotangents = differentiableAmong(callee.getResultTypes()).size();
  readAfterOthers(reverse, reverse.getNumArguments() - cotangents);
  return reverse;
}

/// The functions of a checkpoint.
struct Rule {
  func::FuncOp callee, forward, reverse;
};

flow::CustomCallOp makeCall(OpBuilder &builder, Location loc, const Rule &rule,
                            ValueRange operands) {
  func::FuncOp callee = rule.callee, forward = rule.forward, reverse = rule.reverse;
  auto call = flow::CustomCallOp::create(builder, loc, callee.getResultTypes(), callee.getName(),
                                         operands, forward.getName(), reverse.getName(),
                                         FlatSymbolRefAttr(), IntegerAttr(), IntegerAttr());
  call->setAttr(checkpointMark, builder.getUnitAttr());
  return call;
}

FailureOr<func::FuncOp> makeForward(func::FuncOp callee, func::FuncOp reverse);

FailureOr<Rule> ruleOf(func::FuncOp callee) {
  auto reverse = makeReverse(callee);
  if (failed(reverse))
    return failure();
  auto forward = makeForward(callee, *reverse);
  if (failed(forward))
    return failure();
  return Rule{callee, *forward, *reverse};
}

/// Its own results are those of a checkpoint: so derivatives of a higher order keep no more.
FailureOr<func::FuncOp> makeForward(func::FuncOp callee, func::FuncOp reverse) {
  OpBuilder builder(callee.getContext());
  SmallVector<Value> kept = keptIn(callee);
  SmallVector<Type> results(callee.getResultTypes());
  llvm::append_range(results, callee.getArgumentTypes());
  llvm::append_range(results, ValueRange(kept).getTypes());
  auto made = func::FuncOp::create(
      callee.getLoc(), callee.getName(),
      FunctionType::get(builder.getContext(), callee.getArgumentTypes(), results));
  func::FuncOp forward = addFunction(callee, made, "_forward");
  Rule inner = {callee, forward, reverse};
  if (!kept.empty()) {
    auto ofKeeping = ruleOf(makeKeeping(callee));
    if (failed(ofKeeping))
      return failure();
    inner = *ofKeeping;
  }
  Block *body = forward.addEntryBlock();
  builder.setInsertionPointToStart(body);
  auto call = makeCall(builder, callee.getLoc(), inner, body->getArguments());
  SmallVector<Value> values(call->getResults());
  values.insert(values.begin() + callee.getNumResults(), body->args_begin(), body->args_end());
  func::ReturnOp::create(builder, callee.getLoc(), values);
  return forward;
}

LogicalResult expand(func::CallOp call) {
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
  if (differentiableAmong(callee.getArgumentTypes()).empty() ||
      differentiableAmong(callee.getResultTypes()).empty())
    return inlineCall(call); // no derivative flows through it
  auto rule = ruleOf(callee);
  if (failed(rule))
    return failure();
  OpBuilder builder(call);
  auto made = makeCall(builder, call.getLoc(), *rule, call.getOperands());
  call->replaceAllUsesWith(made);
  call->erase();
  return success();
}

} // namespace

LogicalResult expandCheckpoints(func::FuncOp function) {
  for (auto call : checkpointsIn<func::CallOp>(function))
    if (failed(expand(call)))
      return failure();
  return success();
}

void restoreCheckpoints(func::FuncOp function) {
  Attribute mark = UnitAttr::get(function.getContext());
  for (auto op : checkpointsIn<flow::CustomCallOp>(function))
    if (!op.getOrder())
      flow::makePlain(op)->setAttr(checkpointMark, mark);
}

LogicalResult inlineCheckpoints(func::FuncOp function) {
  for (;;) { // what comes in may hold more
    restoreCheckpoints(function);
    auto calls = checkpointsIn<func::CallOp>(function);
    if (calls.empty())
      return success();
    for (func::CallOp call : calls)
      if (failed(inlineCall(call)))
        return failure();
  }
}

} // namespace cotan
