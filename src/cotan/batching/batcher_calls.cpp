// Calls that stay calls, as they have a derivative of their own, are checkpoints, or are of
// functions that call themselves: what they call becomes functions of many lanes.
#include "cotan/autodiff/call_pairs.h"
#include "cotan/batching/batch.h"
#include "cotan/batching/batcher.h"
#include "cotan/batching/lane_functions.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {
namespace {

/// Which results differ between lanes that differ in these arguments.
SmallVector<bool> differingResults(func::FuncOp function, ArrayRef<bool> arguments,
                                   StringRef axisName) {
  auto found = std::make_shared<DifferingResults>(axisName);
  return found->of(function, found, arguments).results;
}

/// What flows to an argument that all lanes share is the sum of what flows from each.
void sumShared(func::FuncOp reverse, TypeRange arguments, ArrayRef<bool> areBatched) {
  Operation *end = reverse.front().getTerminator();
  OpBuilder builder(end);
  RuleBuilder b(builder, reverse.getLoc());
  unsigned result = 0;
  auto sumOfLanes = [](const Expr &each) { return sum(each, {0}); };
  for (auto [type, differs] : llvm::zip_equal(arguments, areBatched)) {
    if (!carriesDerivative(type))
      continue;
    OpOperand &cotangent = end->getOpOperand(result++);
    if (!differs)
      cotangent.set(
          asType(inComputedType(b(cotangent.get()), sumOfLanes), cast<RankedTensorType>(type))
              .value());
  }
  updateType(reverse);
}

} // namespace

SmallVector<bool> Batcher::areBatched(ValueRange those) const {
  return llvm::map_to_vector(those, [&](Value value) { return batched.contains(value); });
}

SmallVector<Value> Batcher::allOf(ValueRange those) const {
  return llvm::map_to_vector(those, [&](Value value) { return at(value); });
}

/// Whether each lane comes to `op`.
Value Batcher::lanesAt(Operation *op) {
  if (Value active = activeAt(op))
    return active;
  RuleBuilder b(ops, op->getLoc());
  return axis.repeat(b, b.scalar(1, ops.getI1Type()).value());
}

/// Lanes that do not come here run along with what one that does holds, so a call ends as it does
/// for that one. Only what they print must not be seen, nor what they add to others.
LogicalResult Batcher::runCall(func::CallOp call) {
  if (handsOnStack(call))
    return runCallWithStack(call);
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
  if (callee.isExternal())
    return call.emitError("'") << callee.getName()
                               << "' has no body, so the call cannot be batched";
  SmallVector<bool> arguments = areBatched(call.getOperands());
  SmallVector<Value> operands = allOf(call.getOperands());
  const bool meets = meetsIn(callee, axis.name), areSame = !llvm::is_contained(arguments, true);
  // What is the same for all lanes does not say how many there are.
  const bool isMasked = prints(callee) || (meets && (areSame || isInMask(call)));
  const bool differs = meets || !areSame;
  if (!differs && !isMasked) { // one for all lanes
    auto same = func::CallOp::create(ops, call.getLoc(), callee, operands);
    same->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    return useRule(call, same.getResults());
  }
  if (isMasked)
    operands.push_back(lanesAt(call));
  // All results, if all arguments differ: by this name functions of pairs find it, too.
  const bool isOfAll = differs && !llvm::is_contained(arguments, false) && isRecursive(callee);
  const unsigned repeated = isOfAll ? call.getNumResults() : 0;
  auto many = ofLanes(callee, axis, {arguments, repeated, isMasked});
  if (failed(many))
    return failure();
  SmallVector<Type> types;
  for (Value result : call.getResults())
    types.push_back(batched.contains(result) ? axis.type(result.getType()) : result.getType());
  auto fresh = func::CallOp::create(ops, call.getLoc(), many->getName(), types, operands);
  if (isCheckpoint(call))
    fresh->setAttr(checkpointMark, ops.getUnitAttr());
  return useRule(call, fresh.getResults());
}

/// A call of a function that a derivative has made.
LogicalResult Batcher::runCallWithStack(func::CallOp call) {
  auto many = allOfLanes(functionNamed(call, call.getCalleeAttr()), axis);
  if (failed(many))
    return failure();
  SmallVector<Value> operands;
  for (Value operand : call.getOperands())
    operands.push_back(isa<flow::StackType>(operand.getType()) ? at(operand) : whole(operand));
  if (many->active)
    operands.insert(operands.begin() + *many->active, lanesAt(call));
  SmallVector<Type> types;
  for (Type type : call.getResultTypes())
    types.push_back(axis.type(type));
  auto fresh = func::CallOp::create(ops, call.getLoc(), many->function.getName(), types, operands);
  fresh->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  return useRule(call, fresh.getResults());
}

/// The rule for forward mode, if there is one: tangents differ where their primals do.
FailureOr<FlatSymbolRefAttr> Batcher::jvpOfLanes(flow::CustomCallOp call) {
  if (!call.getJvpAttr())
    return FlatSymbolRefAttr();
  func::FuncOp jvp = functionNamed(call, call.getJvpAttr());
  SmallVector<bool> arguments = areBatched(call.getOperands());
  for (Value operand : call.getOperands())
    if (carriesDerivative(operand.getType()))
      arguments.push_back(batched.contains(operand));
  auto many = ofLanes(jvp, axis, {arguments, jvp.getNumResults()});
  if (failed(many))
    return failure();
  return FlatSymbolRefAttr::get(*many);
}

/// All results differ, and so do their cotangents; residuals and arguments may be shared.
LogicalResult Batcher::runCustomCall(flow::CustomCallOp call) {
  if (meetsIn(call, axis.name) && (call.getOrder() || isInMask(call)))
    return call.emitError("'")
           << call.getCallee()
           << "' has a derivative rule of its own and puts together the calls along the axis '"
           << axis.name << "', but stands at a branch or in a loop that they go through in "
           << "different ways; take it out of there, or choose by what is the same for all calls";
  const unsigned count = call.getNumResults();
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr()),
               forward = functionNamed(call, call.getForwardAttr()),
               reverse = functionNamed(call, call.getReverseAttr());
  SmallVector<bool> arguments = areBatched(call.getOperands()),
                    given = differingResults(forward, arguments, axis.name);
  given.erase(given.begin(), given.begin() + count); // the residuals are left, cotangents follow
  given.append(llvm::count_if(call.getResultTypes(), carriesDerivative), true);
  auto sumUp = [&](func::FuncOp made) { sumShared(made, call.getOperandTypes(), arguments); };
  auto manyCallee = ofLanes(callee, axis, {arguments, count}),
       manyForward = ofLanes(forward, axis, {arguments, count}),
       manyReverse = ofLanes(reverse, axis,
                             {given, reverse.getNumResults(), false, spelled(arguments), sumUp});
  if (failed(manyCallee) || failed(manyForward) || failed(manyReverse))
    return failure();
  auto manyJvp = jvpOfLanes(call);
  if (failed(manyJvp))
    return failure();
  SmallVector<Type> types;
  for (Type type : call.getResultTypes())
    types.push_back(axis.type(type));
  auto fresh = flow::CustomCallOp::create(ops, call.getLoc(), types, manyCallee->getName(),
                                          allOf(call.getOperands()), manyForward->getName(),
                                          manyReverse->getName(), *manyJvp, IntegerAttr(),
                                          call.getCapturedAttr());
  return useRule(call, fresh.getResults());
}

} // namespace cotan
