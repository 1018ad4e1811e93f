#include "cotan/batching/lane_functions.h"

#include "cotan/autodiff/call_residuals.h"
#include "cotan/batching/batch.h"
#include "cotan/ir/calls.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {

SmallVector<unsigned> placesOf(ArrayRef<bool> flags) {
  SmallVector<unsigned> places;
  for (auto [i, flag] : llvm::enumerate(flags))
    if (flag)
      places.push_back(i);
  return places;
}

std::string spelled(ArrayRef<bool> flags) {
  std::string letters = "_";
  for (bool differs : flags)
    letters += differs ? 'd' : 's';
  return letters;
}

std::string OfLanes::nameOf(func::FuncOp function, const BatchAxis &axis) const {
  const std::string lanes = axis.isStatic() ? std::to_string(axis.size()) : "many";
  return (function.getName() + "_of_" + lanes + spelled(arguments) + "_" + Twine(repeated) +
          (isMasked ? "_some" : "") + suffix)
      .str();
}

FailureOr<func::FuncOp> ofLanes(func::FuncOp function, const BatchAxis &axis,
                                const OfLanes &wanted) {
  auto module = function->getParentOfType<ModuleOp>();
  const std::string name = wanted.nameOf(function, axis);
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  func::FuncOp many = function.clone();
  many.setName(name);
  many.setPrivate();
  forgetOrigin(many);
  SymbolTable(module).insert(many);
  BatchOptions options{placesOf(wanted.arguments), axis.size(), wanted.repeated};
  if (wanted.isMasked) {
    auto truth = RankedTensorType::get({}, IntegerType::get(many.getContext(), 1));
    many.front().addArgument(truth, many.getLoc());
    updateType(many);
    options.active = many.getNumArguments() - 1;
    options.arguments.push_back(*options.active);
  }
  if (failed(batch(many, options)))
    return failure();
  if (wanted.finish)
    wanted.finish(many);
  return many;
}

bool prints(func::FuncOp function) {
  llvm::SetVector<Operation *> reached;
  reached.insert(function);
  bool found = false;
  for (size_t i = 0; i < reached.size() && !found; ++i)
    reached[i]->walk([&](Operation *op) {
      found |= isa<flow::PrintOp>(op);
      if (FlatSymbolRefAttr callee = calleeOf(op))
        reached.insert(functionNamed(op, callee));
    });
  return found;
}

//--- of pairs

/// All tensors that it takes and gives differ.
static FailureOr<func::FuncOp> allOfLanes(func::FuncOp function, const BatchAxis &axis) {
  if (std::optional<CallPair> pair = CallPair::with(function))
    return memberOfLanes(*pair, function, axis);
  SmallVector<bool> all(function.getNumArguments(), true);
  return ofLanes(function, axis, {all, function.getNumResults(), prints(function)});
}

/// What is active of the function of lanes.
static FailureOr<ActiveCall> activeOfLanes(const CallPair &pair, const BatchAxis &axis) {
  auto callee = allOfLanes(pair.of.callee, axis);
  if (failed(callee))
    return failure();
  ActiveCall active(*callee, pair.of.operands, pair.of.results);
  active.operands.resize(callee->getNumArguments()); // with that which says who takes part
  return active;
}

/// The pair, and those of functions that it gets to: where they call each other, the pairs of the
/// functions of lanes come to be together.
static std::vector<CallPair> pairsWith(const CallPair &pair) {
  std::vector<CallPair> found = {pair};
  for (func::FuncOp callee : reachedFrom(pair.of.callee))
    for (const CallPair &other : CallPair::allOf(callee))
      if (other.order == pair.order && other.reverse != pair.reverse)
        found.push_back(other);
  return found;
}

FailureOr<func::FuncOp> memberOfLanes(const CallPair &pair, func::FuncOp member,
                                      const BatchAxis &axis) {
  auto active = activeOfLanes(pair, axis);
  if (failed(active))
    return failure();
  auto memberIn = [&](const CallPair &found) {
    return member == pair.reverse ? found.reverse : found.forward;
  };
  for (const CallPair &known : CallPair::allOf(active->callee))
    if (known.of == *active && known.order == pair.order)
      return memberIn(known);
  CallPairs pairs(pair.order);
  for (const CallPair &other : pairsWith(pair)) {
    auto otherActive = activeOfLanes(other, axis);
    if (failed(otherActive))
      return failure();
    pairs.setHandedOn(*otherActive, other.handedOn);
  }
  FailureOr<const CallPair *> made = pairs.of(*active);
  if (failed(made))
    return failure();
  return memberIn(**made);
}

} // namespace cotan
