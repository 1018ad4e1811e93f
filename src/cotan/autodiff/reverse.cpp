// What `differentiate` promises: checks, seeds, the reverse pass, the new results.
#include "cotan/autodiff/reverse.h"

#include "cotan/autodiff/appended.h"
#include "cotan/autodiff/call_residuals.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/frames.h"
#include "cotan/autodiff/liveness.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/reverser.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {
namespace {

LogicalResult checkRequest(func::FuncOp function, const ReverseOptions &options) {
  if (failed(checkBody(function)) || failed(checkNumbers(function)))
    return failure();
  for (unsigned i : options.wrt)
    if (failed(checkArgument(function, i)))
      return failure();
  if (options.results.empty())
    return function.emitError("no result to differentiate is given");
  for (unsigned i : options.results) {
    if (i >= function.getNumResults())
      return emitErrorOf(function)
             << "has no result #" << i << "; it has " << function.getNumResults() << " results";
    Type type = function.getResultTypes()[i];
    if (!carriesDerivative(type))
      return function.emitError("result #")
             << i << " is " << type
             << ", which cannot carry a derivative; only tensors of floats can";
    if (options.seed == Seed::one && cast<RankedTensorType>(type).getRank() != 0)
      return function.emitError("result #")
             << i << " is " << type
             << ", not a scalar, so its derivative needs a seed: choose 'ones' for the derivative "
                "of the sum, or 'argument' to pass the cotangent";
  }
  return success();
}

/// Gives every structured op that will be reversed a stack for what its dual reads; false if there
/// is none.
bool prepareStacks(func::FuncOp function, const Activity &activity, NewCode &newCode) {
  auto structured = opsIn<flow::Structured>(
      function, [&](flow::Structured op) { return activity.reverses(op) && !pushesResiduals(op); });
  IRRewriter rewriter(function.getContext());
  for (flow::Structured op : structured)
    newCode.noteAppended(flow::appendResidualStack(rewriter, op));
  return !structured.empty();
}

SmallVector<std::pair<Value, Value>> makeSeeds(func::FuncOp function, const ReverseOptions &options,
                                               unsigned order) {
  Operation *end = function.front().getTerminator();
  OpBuilder builder(end);
  RuleBuilder rules(builder, end->getLoc());
  auto results =
      llvm::map_to_vector(options.results, [&](unsigned i) -> Value { return end->getOperand(i); });
  SmallVector<Value> seeds;
  if (options.seed == Seed::argument)
    llvm::append_range(seeds, appendArguments(function, ValueRange(results).getTypes(),
                                              SmallVector<unsigned>(results.size(), order)));
  else
    for (Value result : results)
      seeds.push_back(rules.onesLike(result).value());
  SmallVector<std::pair<Value, Value>> pairs;
  for (auto [result, seed] : llvm::zip_equal(results, seeds))
    pairs.push_back({result, seed});
  return pairs;
}

/// One more than that of the results to differentiate: derivatives of several results may be asked
/// for one by one, so how many were made before does not tell.
unsigned orderOf(func::FuncOp function, const ReverseOptions &options) {
  unsigned order = 0;
  for (unsigned i : options.results)
    if (auto attribute = function.getResultAttrOfType<IntegerAttr>(i, orderName))
      order = std::max<unsigned>(order, attribute.getInt());
  return order + 1;
}

} // namespace

LogicalResult differentiate(func::FuncOp function, const ReverseOptions &options) {
  if (failed(checkRequest(function, options)))
    return failure();
  unsigned order = orderOf(function, options);
  if (failed(inlineForwards(function, order)) || // what comes in may move stacks, too
      failed(verifyStacks(function, /*allowUnread=*/true)))
    return failure();
  NewCode newCode;
  Operation *end = function.front().getTerminator();
  SmallVector<Value> inputs;
  for (unsigned i : options.wrt)
    inputs.push_back(function.getArgument(i));
  std::optional<StackClasses> classes;
  std::optional<Activity> activity;
  auto findActive = [&] {
    auto outputs = llvm::map_to_vector(options.results,
                                       [&](unsigned i) -> Value { return end->getOperand(i); });
    classes.emplace(function);
    activity.emplace(function, *classes, inputs, outputs);
  };
  findActive();
  CallPairs calls(order);
  if (failed(keepAllResiduals(function, activity, findActive, calls)))
    return failure();
  if (prepareStacks(function, *activity, newCode)) // new ops stand where others were
    findActive();
  newCode.start(function);

  Operation *last = end->getPrevNode();
  auto seeds = makeSeeds(function, options, order);
  Reverser reverser(function, *classes, *activity, calls);
  if (failed(reverser.run(function.front(), last, seeds)))
    return failure();
  appendResults(function,
                llvm::map_to_vector(inputs, [&](Value x) { return reverser.cotangent(x); }),
                SmallVector<unsigned>(inputs.size(), order));
  if (failed(inlineReverses(function, newCode, order)))
    return failure();
  if (options.prune)
    eraseDeadNewCode(function, newCode);
  return success();
}

} // namespace cotan
