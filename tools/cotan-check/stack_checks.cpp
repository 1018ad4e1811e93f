// The stacks of the reverse pass pair up and end empty; saving everything changes no number;
// pruning and removing the derivative leave no trace.
#include "checks.h"

#include "cotan/autodiff/stacks.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// The pairing can be proved, and a run leaves nothing on a stack but what the sample itself
/// leaves.
LogicalResult expectPaired(const Sample &sample, const Program &program, ArrayRef<Array> inputs,
                           const Twine &what) {
  const bool mayLeaveFrames = sample.has("check.may_be_refused");
  if (failed(verifyStacks(program.function(), /*allowUnread=*/mayLeaveFrames)))
    return failure();
  RunStatistics statistics;
  if (failed(program.run(inputs, &statistics)))
    return failure();
  if (statistics.framesLeft == 0 || mayLeaveFrames)
    return success();
  return sample.function().emitError()
         << what << " leaves " << statistics.framesLeft << " frames on its stacks, expected 0";
}

FailureOr<Derivative> differentiatedTwice(const FirstOrder &first, bool prune) {
  FailureOr<Derivative> once =
      reverse(first.primal, first.wrt, first.results, Seed::argument, prune);
  if (failed(once))
    return failure();
  return reverse(once->program, first.wrt, once->results, Seed::argument, prune);
}

Arrays inputsOfSecond(const Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Random random = sample.random("stack weights");
  return concat(concat(sample.inputs(), first.seeds), randomLike(first.gradient, random));
}

LogicalResult stacksPair(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  if (failed(expectPaired(sample, first.reverse.program, concat(sample.inputs(), first.seeds),
                          "the function with its gradient")))
    return failure();
  if (sample.order() < 2)
    return success();
  FailureOr<Derivative> twice = differentiatedTwice(first, /*prune=*/true);
  if (failed(twice))
    return failure();
  return expectPaired(sample, twice->program, inputsOfSecond(sample),
                      "the function with its second derivative");
}

/// Saving everything, and pruning that later, gives the numbers of saving what is needed.
LogicalResult savingAllIsRight(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Derivative> pruned = differentiatedTwice(first, /*prune=*/true);
  FailureOr<Derivative> full = differentiatedTwice(first, /*prune=*/false);
  if (failed(pruned) || failed(full))
    return failure();
  Arrays inputs = inputsOfSecond(sample);
  FailureOr<Arrays> expected = pruned->program.run(inputs);
  if (failed(expected) || failed(expectPaired(sample, full->program, inputs,
                                              "the second derivative that saves everything")))
    return failure();
  for (StringRef state : {"before pruning", "after pruning"}) {
    FailureOr<Arrays> found = full->program.run(inputs);
    if (failed(found) ||
        failed(expectClose(sample.function().getLoc(), *found, *expected,
                           std::max(1e-10, sample.tolerance()), "the derivative " + state)))
      return failure();
    pruneStacks(full->program.function());
  }
  return success();
}

LogicalResult expectText(const Sample &sample, const Program &changed, StringRef before,
                         StringRef what) {
  std::string after = changed.print();
  if (before == after)
    return success();
  return sample.function().emitError() << what << " does not give back the program\nbefore:\n"
                                       << before << "after:\n"
                                       << after;
}

/// Removing the derivative gives back the text of the function; after pruning, which takes all dead
/// code, that of the function without dead code.
LogicalResult removalLeavesNoTrace(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  std::string before = first.primal.print();
  Program once = first.reverse.program.clone();
  removeBackward(once.function());
  if (failed(expectText(sample, once, before, "removing the gradient")))
    return failure();
  FailureOr<Derivative> full =
      reverse(first.primal, first.wrt, first.results, Seed::argument, /*prune=*/false);
  if (failed(full))
    return failure();
  pruneStacks(full->program.function());
  removeBackward(full->program.function());
  Program withoutDeadCode = first.primal.clone();
  pruneStacks(withoutDeadCode.function());
  if (failed(expectText(sample, full->program, withoutDeadCode.print(),
                        "removing the gradient pruned late")))
    return failure();
  // The second derivative of a custom rule is made of the ops of its forward function, which stay.
  if (sample.order() < 2 || sample.hasCustomRules())
    return success();
  FailureOr<Derivative> twice = differentiatedTwice(first, /*prune=*/true);
  if (failed(twice))
    return failure();
  removeBackward(twice->program.function());
  return expectText(sample, twice->program, before, "removing the second derivative");
}

/// The first of the three steps alone changes no value.
LogicalResult addingStacksIsHarmless(Sample &sample) {
  Program changed = sample.derivative()->primal.clone();
  if (failed(addStacks(changed.function())) ||
      failed(verifyStacks(changed.function(), /*allowUnread=*/true)) ||
      failed(sample.expectSameValue(changed, "with stacks added")))
    return failure();
  pruneStacks(changed.function());
  return sample.expectSameValue(changed, "with stacks added and pruned");
}

} // namespace

void addStackChecks(Checks &checks) {
  checks.push_back({"stacks:pair", hasDerivative, stacksPair});
  checks.push_back({"stacks:save-all", hasDerivative, savingAllIsRight});
  checks.push_back({"stacks:add", hasDerivative, addingStacksIsHarmless});
  checks.push_back(
      {"remove-backward",
       [](const Sample &sample) { return hasDerivative(sample) && !sample.hasPairs(); },
       removalLeavesNoTrace});
}

} // namespace cotan::check
