// Reverse mode: against finite differences to any order, and against itself asked in other ways.
#include "checks.h"

#include "finite_differences.h"

#include "cotan/autodiff/stacks.h"
#include "cotan/ir/types.h"
#include "cotan/transforms/decompose.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr unsigned deepestOrder = 6;

/// Whether `differentiate` fails, and says at which places of the file why.
bool declines(const Sample &sample, llvm::function_ref<LogicalResult()> differentiate) {
  unsigned errors = 0;
  ScopedDiagnosticHandler count(sample.function().getContext(), [&](Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    return success();
  });
  return failed(differentiate()) && errors > 0;
}

/// If nothing can be told of its stacks, both modes say so. Whether that is the case.
FailureOr<bool> stacksAreRefused(const Sample &sample) {
  FailureOr<Program> primal = differentiable(sample.program());
  if (failed(primal))
    return failure();
  func::FuncOp function = primal->function();
  if (!declines(sample, [&] { return verifyStacks(function, /*allowUnread=*/true); }))
    return false;
  Positions wrt = differentiableAmong(function.getArgumentTypes());
  Positions results = differentiableAmong(function.getResultTypes());
  if (!declines(sample, [&] { return LogicalResult(reverse(*primal, wrt, results)); }) ||
      !declines(sample, [&] { return LogicalResult(forward(*primal, wrt)); }))
    return sample.function().emitError("is differentiated, though its stacks are refused");
  return true;
}

LogicalResult gradientIsRight(Sample &sample) {
  if (sample.has("check.may_be_refused"))
    if (auto areRefused = stacksAreRefused(sample); failed(areRefused) || *areRefused)
      return areRefused;
  if (failed(sample.differentiate()))
    return failure();
  const FirstOrder &first = *sample.derivative();
  if (!first.isDouble)
    return success();
  FailureOr<Interpreter *> primal = first.primal.interpreter();
  if (failed(primal))
    return failure();
  Motion motion{sample, **primal, sample.inputs(), first.wrt, first.results, first.seeds};
  return expectGradient(motion, first.gradient, "the gradient");
}

/// Differentiates the newest results once more, and compares with differences of those.
LogicalResult orderIsRight(Sample &sample, unsigned order) {
  const FirstOrder &first = *sample.derivative();
  Random random = sample.random("weights");
  Program current = first.reverse.program.clone();
  Positions newest = first.reverse.results;
  Positions wrt = first.wrt;
  Arrays inputs = concat(sample.inputs(), first.seeds), weights = first.gradient;
  for (unsigned k = 2;; ++k) {
    weights = randomLike(weights, random);
    FailureOr<Derivative> next = reverse(current, wrt, newest);
    if (failed(next))
      return failure();
    if (k == order) {
      FailureOr<Interpreter *> primal = current.interpreter();
      FailureOr<Arrays> gradient = next->run(concat(inputs, weights));
      if (failed(primal) || failed(gradient))
        return failure();
      Motion motion{sample, **primal, inputs, wrt, newest, weights};
      return expectGradient(motion, *gradient, "the derivative of order " + std::to_string(order));
    }
    inputs = concat(inputs, weights);
    newest = next->results;
    current = std::move(next->program);
  }
}

/// Runs a derivative of the sample's own program and compares the gradient with that of the sample.
LogicalResult expectSameGradient(const Sample &sample, const Derivative &derivative,
                                 ArrayRef<Array> inputs, ArrayRef<Array> expected,
                                 const Twine &what) {
  FailureOr<Arrays> found = derivative.run(inputs);
  if (failed(found))
    return failure();
  return expectClose(sample.function().getLoc(), *found, expected,
                     std::max(1e-10, sample.tolerance()), what);
}

/// What an argument gets does not depend on which others are asked for.
LogicalResult argumentsAlone(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  for (auto [k, argument] : llvm::enumerate(first.wrt)) {
    FailureOr<Derivative> alone = reverse(first.primal, argument, first.results);
    if (failed(alone) ||
        failed(expectSameGradient(sample, *alone, concat(sample.inputs(), first.seeds),
                                  first.gradient[k],
                                  "the gradient of argument #" + Twine(argument) + " alone")))
      return failure();
  }
  return success();
}

/// The gradients of the results, each alone, sum up to the gradient of all.
LogicalResult resultsAlone(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  for (auto [k, result] : llvm::enumerate(first.results)) {
    FailureOr<Derivative> alone = reverse(first.primal, first.wrt, result);
    Arrays others;
    for (auto [j, seed] : llvm::enumerate(first.seeds))
      others.push_back(j == k ? seed : Array::zeros(seed.dtype(), seed.shape()));
    FailureOr<Arrays> expected = first.reverse.run(concat(sample.inputs(), others));
    if (failed(alone) || failed(expected) ||
        failed(expectSameGradient(sample, *alone, concat(sample.inputs(), first.seeds[k]),
                                  *expected,
                                  "the gradient of result #" + Twine(result) + " alone")))
      return failure();
  }
  return success();
}

/// Seed::ones is a seed argument of ones; so is Seed::one where results are 0-d.
LogicalResult constantSeeds(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  bool scalars = llvm::all_of(first.seeds, [](const Array &seed) { return seed.rank() == 0; });
  Random random = sample.random("ones");
  Arrays ones;
  for (const Array &seed : first.seeds)
    ones.push_back(random.array(seed.dtype(), seed.shape(), 1, 1));
  FailureOr<Arrays> expected = first.reverse.run(concat(sample.inputs(), ones));
  if (failed(expected))
    return failure();
  for (Seed seed : {Seed::one, Seed::ones}) {
    if (seed == Seed::one && !scalars)
      continue;
    FailureOr<Derivative> seeded = reverse(first.primal, first.wrt, first.results, seed);
    if (failed(seeded) || failed(expectSameGradient(sample, *seeded, sample.inputs(), *expected,
                                                    "the gradient with constant seeds")))
      return failure();
  }
  return success();
}

bool holdsCompositeRules(const Sample &sample) {
  if (!hasPreciseDerivative(sample))
    return false;
  return sample.derivative()
      ->primal.module()
      .walk([](Operation *op) {
        return isa<Decomposable>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// An op's own rule is the derivative of its decomposition.
LogicalResult rulesFitDecompositions(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Program decomposed = first.primal.clone();
  if (failed(decompose(decomposed.module())))
    return failure();
  FailureOr<Derivative> derivative = reverse(decomposed, first.wrt, first.results);
  if (failed(derivative))
    return failure();
  return expectSameGradient(sample, *derivative, concat(sample.inputs(), first.seeds),
                            first.gradient, "the gradient of the decomposition");
}

} // namespace

void addGradientChecks(Checks &checks) {
  auto wanted = [](const Sample &sample) { return sample.wantsDerivative(); };
  checks.push_back({"gradient", wanted, gradientIsRight});
  for (unsigned order = 2; order <= deepestOrder; ++order)
    checks.push_back({"gradient:order-" + std::to_string(order),
                      [order](const Sample &sample) {
                        return hasPreciseDerivative(sample) && order <= sample.order();
                      },
                      [order](Sample &sample) { return orderIsRight(sample, order); }});
  checks.push_back({"gradient:arguments-alone", hasDerivative, argumentsAlone});
  checks.push_back({"gradient:results-alone",
                    [](const Sample &sample) {
                      return hasDerivative(sample) && sample.derivative()->results.size() > 1;
                    },
                    resultsAlone});
  checks.push_back({"gradient:constant-seeds", hasDerivative, constantSeeds});
  checks.push_back({"gradient:decomposed", holdsCompositeRules, rulesFitDecompositions});
}

} // namespace cotan::check
