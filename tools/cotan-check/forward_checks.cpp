// Forward mode agrees with reverse mode, and both with each other at second order.
#include "checks.h"

using namespace mlir;

namespace cotan::check {
namespace {

Arrays tangentsOf(const Sample &sample) {
  Random random = sample.random("tangents");
  return randomLike(pick(sample.inputs(), sample.derivative()->wrt), random);
}

/// <x, y> = <v, w>, up to rounding.
LogicalResult expectSameDot(const Sample &sample, ArrayRef<Array> x, ArrayRef<Array> y,
                            ArrayRef<Array> v, ArrayRef<Array> w, StringRef what) {
  Dot left = dot(x, y), right = dot(v, w);
  double scale = left.magnitude + right.magnitude;
  double relative = sample.derivative()->isDouble ? 1e-10 : 1e-2;
  relative = std::max(relative, sample.tolerance());
  if (std::isnan(left.value) && std::isnan(right.value))
    return success();
  if (std::fabs(left.value - right.value) <= relative * scale + 1e-12) // exact zeros have no scale
    return success();
  return sample.function().emitError() << what << ": found " << printNumber(left.value) << " and "
                                       << printNumber(right.value) << ", expected the same number";
}

/// <seeds, tangents of results> = <gradient, tangents of arguments>.
LogicalResult forwardFitsReverse(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Arrays tangents = tangentsOf(sample);
  FailureOr<Derivative> code = forward(first.primal, first.wrt);
  if (failed(code))
    return failure();
  FailureOr<Arrays> outputs = code->program.run(concat(sample.inputs(), tangents));
  if (failed(outputs))
    return failure();
  if (failed(sample.expectOutputs(ArrayRef(*outputs).take_front(sample.outputs().size()),
                                  "the function with its tangents")))
    return failure();
  return expectSameDot(sample, first.seeds, pick(*outputs, code->results), first.gradient, tangents,
                       "forward against reverse mode");
}

/// The tangents of the arguments, each alone, give tangents of the results that sum up.
LogicalResult tangentsAlone(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Arrays tangents = tangentsOf(sample);
  for (auto [k, argument] : llvm::enumerate(first.wrt)) {
    FailureOr<Derivative> alone = forward(first.primal, argument);
    if (failed(alone))
      return failure();
    FailureOr<Arrays> found = alone->run(concat(sample.inputs(), tangents[k]));
    if (failed(found) ||
        failed(expectSameDot(sample, first.seeds, *found, first.gradient[k], tangents[k],
                             "forward against reverse mode for one argument")))
      return failure();
  }
  return success();
}

/// With the gradient's derivative H: what forward over reverse, reverse over forward and reverse
/// over reverse say about <w, H u> and H u.
LogicalResult secondOrdersFit(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Arrays tangents = tangentsOf(sample);
  Random random = sample.random("second weights");
  Arrays weights = randomLike(first.gradient, random);
  Arrays inputs = concat(sample.inputs(), first.seeds);

  FailureOr<Derivative> onReverse = forward(first.reverse.program, first.wrt);
  FailureOr<Derivative> twice = reverse(first.reverse.program, first.wrt, first.reverse.results);
  FailureOr<Derivative> pushed = forward(first.primal, first.wrt);
  if (failed(onReverse) || failed(twice) || failed(pushed))
    return failure();
  FailureOr<Derivative> onForward = reverse(pushed->program, first.wrt, pushed->results);
  if (failed(onForward))
    return failure();

  FailureOr<Arrays> all = onReverse->run(concat(inputs, tangents));
  FailureOr<Arrays> transposed = twice->run(concat(inputs, weights));
  FailureOr<Arrays> found = onForward->run(concat(concat(sample.inputs(), tangents), first.seeds));
  if (failed(all) || failed(transposed) || failed(found))
    return failure();
  Arrays product(ArrayRef(*all).take_back(first.gradient.size())); // behind those of the results
  if (failed(expectSameDot(sample, weights, product, *transposed, tangents,
                           "forward over reverse mode")))
    return failure();
  return expectClose(sample.function().getLoc(), *found, product,
                     std::max(1e-10, sample.tolerance()), "reverse over forward mode");
}

/// The gradient is linear in the seeds: its transpose with respect to them is forward mode.
LogicalResult transposesToForward(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Arrays tangents = tangentsOf(sample);
  FailureOr<Derivative> code = forward(first.primal, first.wrt);
  FailureOr<Derivative> transpose =
      reverse(first.reverse.program, first.reverse.arguments, first.reverse.results);
  if (failed(code) || failed(transpose))
    return failure();
  FailureOr<Arrays> expected = code->run(concat(sample.inputs(), tangents));
  FailureOr<Arrays> found = transpose->run(concat(concat(sample.inputs(), first.seeds), tangents));
  if (failed(expected) || failed(found))
    return failure();
  return expectClose(sample.function().getLoc(), *found, *expected,
                     std::max(1e-10, sample.tolerance()), "the reverse of the reverse mode");
}

} // namespace

void addForwardChecks(Checks &checks) {
  auto firstOrder = [](const Sample &sample) {
    return hasDerivative(sample) && !sample.hasCustomRules();
  };
  auto secondOrder = [=](const Sample &sample) {
    return firstOrder(sample) && hasPreciseDerivative(sample) && sample.order() >= 2;
  };
  checks.push_back({"forward", firstOrder, forwardFitsReverse});
  checks.push_back({"forward:arguments-alone", firstOrder, tangentsAlone});
  checks.push_back({"forward:second-order", secondOrder, secondOrdersFit});
  checks.push_back({"forward:transpose", secondOrder, transposesToForward});
}

} // namespace cotan::check
