#include "cotan/batching/lane_functions.h"

#include "cotan/autodiff/call_residuals.h"
#include "cotan/autodiff/moved_functions.h"
#include "cotan/batching/batch.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/interfaces/collective.h"

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

std::string OfLanes::nameOf(func::FuncOp function, const LaneAxis &axis) const {
  const std::string lanes = axis.isStatic() ? std::to_string(axis.size()) : "many";
  return (function.getName() + "_of_" + lanes + axis.name + spelled(arguments) + "_" +
          Twine(repeated) + (isMasked ? "_some" : "") + suffix)
      .str();
}

FailureOr<func::FuncOp> ofLanes(func::FuncOp function, const LaneAxis &axis,
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
  BatchOptions options{placesOf(wanted.arguments), axis.size(), wanted.repeated, {}, axis.name};
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

/// Whether `op`, or a function that it gets to, has such an op.
static bool reaches(Operation *op, llvm::function_ref<bool(Operation *)> isWanted) {
  llvm::SetVector<Operation *> reached;
  reached.insert(op);
  bool found = false;
  for (size_t i = 0; i < reached.size() && !found; ++i)
    reached[i]->walk([&](Operation *inner) {
      found |= isWanted(inner);
      for (FlatSymbolRefAttr name : functionsNamedBy(inner))
        if (func::FuncOp function = functionNamed(inner, name))
          reached.insert(function);
    });
  return found;
}

bool prints(func::FuncOp function) { return reaches(function, llvm::IsaPred<flow::PrintOp>); }

bool meetsIn(Operation *op, StringRef axisName) {
  return !axisName.empty() &&
         reaches(op, [&](Operation *inner) { return isAlong(inner, axisName); });
}

//--- of functions that derivatives have made

static bool takesStack(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(),
                      [](Type type) { return isa<flow::StackType>(type); });
}

/// Of one that takes no stacks.
static FailureOr<AllLanes> allOfPlain(func::FuncOp function, const LaneAxis &axis) {
  SmallVector<bool> all(function.getNumArguments(), true);
  const bool isMasked = prints(function) || meetsIn(function, axis.name);
  auto many = ofLanes(function, axis, {all, function.getNumResults(), isMasked});
  if (failed(many))
    return failure();
  return AllLanes{*many, isMasked ? std::optional<unsigned>(all.size()) : std::nullopt};
}

/// What is active of the function of lanes.
static ActiveCall activeOf(const ActiveCall &one, const AllLanes &callee) {
  func::FuncOp function = callee.function;
  llvm::BitVector operands(function.getNumArguments());
  for (unsigned i : one.operands.set_bits())
    operands.set(callee.placeOf(i));
  return ActiveCall(function, std::move(operands), one.results);
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

/// The pair of a function of lanes.
static FailureOr<CallPair> pairOf(const AllLanes &callee, const CallPair &pair,
                                  const LaneAxis &axis) {
  const ActiveCall active = activeOf(pair.of, callee);
  for (const CallPair &known : CallPair::allOf(active.callee))
    if (known.of == active && known.order == pair.order)
      return known;
  CallPairs pairs(pair.order);
  for (const CallPair &other : pairsWith(pair)) {
    auto otherCallee = allOfLanes(other.of.callee, axis);
    if (failed(otherCallee))
      return failure();
    pairs.setHandedOn(
        activeOf(other.of, *otherCallee),
        llvm::map_to_vector(other.handedOn, [&](unsigned i) { return otherCallee->placeOf(i); }));
  }
  FailureOr<const CallPair *> made = pairs.of(active);
  if (failed(made))
    return failure();
  return **made;
}

/// The reverse one takes nothing that says which lanes take part: it has that in its frames.
static FailureOr<AllLanes> allOfPair(const CallPair &pair, func::FuncOp member,
                                     const LaneAxis &axis) {
  auto callee = allOfLanes(pair.of.callee, axis);
  if (failed(callee))
    return failure();
  auto many = pairOf(*callee, pair, axis);
  if (failed(many))
    return failure();
  return member == pair.reverse ? AllLanes{many->reverse, std::nullopt}
                                : AllLanes{many->forward, callee->active};
}

static FailureOr<AllLanes> allOfMoved(const MovedFunction &moved, const LaneAxis &axis) {
  auto callee = allOfLanes(moved.of.callee, axis);
  if (failed(callee))
    return failure();
  const ActiveCall active = activeOf(moved.of, *callee);
  if (auto known = MovedFunction::find(active, moved.order))
    return AllLanes{known->function, callee->active};
  MovedFunctions functions(moved.order);
  const func::FuncOp many = functions.of(active).function;
  if (failed(functions.finish()))
    return failure();
  return AllLanes{many, callee->active};
}

FailureOr<AllLanes> allOfLanes(func::FuncOp function, const LaneAxis &axis) {
  if (!takesStack(function))
    return allOfPlain(function, axis);
  if (std::optional<CallPair> pair = CallPair::with(function))
    return allOfPair(*pair, function, axis);
  if (std::optional<MovedFunction> moved = MovedFunction::with(function))
    return allOfMoved(*moved, axis);
  return emitErrorOf(function) << "takes a stack, and what it does to it is not known, so its "
                                  "calls cannot be batched; inline them first (--inline)";
}

} // namespace cotan
