// Calls that have a derivative of their own: what they call becomes functions of many lanes.
#include "cotan/autodiff/stacks.h"
#include "cotan/batching/batch.h"
#include "cotan/batching/batcher.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {
namespace {

SmallVector<unsigned> placesOf(ArrayRef<bool> flags) {
  SmallVector<unsigned> places;
  for (auto [i, flag] : llvm::enumerate(flags))
    if (flag)
      places.push_back(i);
  return places;
}

/// One letter for each: whether it differs or is shared.
std::string spelled(ArrayRef<bool> flags) {
  std::string letters = "_";
  for (bool differs : flags)
    letters += differs ? 'd' : 's';
  return letters;
}

/// Beside `function` that of `axis` lanes, which differ in the arguments said; its first `repeated`
/// results differ in any case, and `suffix` says what else is done with it. It is found again by
/// its name: a rule may call itself.
FailureOr<func::FuncOp> ofLanes(func::FuncOp function, ArrayRef<bool> arguments,
                                const BatchAxis &axis, unsigned repeated, StringRef suffix = "",
                                llvm::function_ref<void(func::FuncOp)> finish = nullptr) {
  auto module = function->getParentOfType<ModuleOp>();
  const std::string lanes = axis.isStatic() ? std::to_string(axis.size()) : "many";
  const std::string name =
      (function.getName() + "_of_" + lanes + spelled(arguments) + "_" + Twine(repeated) + suffix)
          .str();
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  func::FuncOp many = function.clone();
  many.setName(name);
  many.setPrivate();
  SymbolTable(module).insert(many);
  BatchOptions options{placesOf(arguments), axis.size(), repeated};
  if (failed(batch(many, options)))
    return failure();
  if (finish)
    finish(many);
  return many;
}

/// Which results differ between lanes that differ in these arguments.
SmallVector<bool> differingResults(func::FuncOp function, ArrayRef<bool> arguments) {
  StackClasses classes(function);
  Pairing pairing(function, classes);
  BatchedValues batched(function, placesOf(arguments), pairing);
  return llvm::map_to_vector(function.front().getTerminator()->getOperands(),
                             [&](Value value) { return batched.contains(value); });
}

/// What flows to an argument that all lanes share is the sum of what flows from each.
void sumShared(func::FuncOp reverse, TypeRange arguments, ArrayRef<bool> areBatched) {
  Operation *end = reverse.front().getTerminator();
  OpBuilder builder(end);
  RuleBuilder b(builder, reverse.getLoc());
  unsigned result = 0;
  for (auto [type, differs] : llvm::zip_equal(arguments, areBatched)) {
    if (!carriesDerivative(type))
      continue;
    OpOperand &cotangent = end->getOpOperand(result++);
    if (!differs)
      cotangent.set(asType(sum(b(cotangent.get()), {0}), cast<RankedTensorType>(type)).value());
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

LogicalResult Batcher::runCheckpoint(func::CallOp call) {
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
  auto many = ofLanes(callee, areBatched(call.getOperands()), axis, call.getNumResults());
  if (failed(many))
    return failure();
  auto fresh = func::CallOp::create(ops, call.getLoc(), *many, allOf(call.getOperands()));
  fresh->setAttr(checkpointMark, ops.getUnitAttr());
  return useRule(call, fresh.getResults());
}

/// All results differ, and so do their cotangents; residuals and arguments may be shared.
LogicalResult Batcher::runCustomCall(flow::CustomCallOp call) {
  const unsigned count = call.getNumResults();
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr()),
               forward = functionNamed(call, call.getForwardAttr()),
               reverse = functionNamed(call, call.getReverseAttr());
  SmallVector<bool> arguments = areBatched(call.getOperands()),
                    given = differingResults(forward, arguments);
  given.erase(given.begin(), given.begin() + count); // the residuals are left, cotangents follow
  given.append(llvm::count_if(call.getResultTypes(), carriesDerivative), true);
  auto sumUp = [&](func::FuncOp made) { sumShared(made, call.getOperandTypes(), arguments); };
  auto manyCallee = ofLanes(callee, arguments, axis, count),
       manyForward = ofLanes(forward, arguments, axis, count),
       manyReverse =
           ofLanes(reverse, given, axis, reverse.getNumResults(), spelled(arguments), sumUp);
  if (failed(manyCallee) || failed(manyForward) || failed(manyReverse))
    return failure();
  SmallVector<Type> types;
  for (Type type : call.getResultTypes())
    types.push_back(axis.type(type));
  auto fresh = flow::CustomCallOp::create(
      ops, call.getLoc(), types, manyCallee->getName(), allOf(call.getOperands()),
      manyForward->getName(), manyReverse->getName(), IntegerAttr(), call.getCapturedAttr());
  return useRule(call, fresh.getResults());
}

} // namespace cotan
