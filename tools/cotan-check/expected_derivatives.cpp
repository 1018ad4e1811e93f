// Against closed forms: `check.derivatives` lists the value and the derivatives of first, second,
// ... order of a scalar result with respect to the first argument. By reverse mode applied again
// and again, by forward mode the same way, and by Taylor mode at once.
#include "checks.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr StringLiteral attributeName = "check.derivatives";

LogicalResult expectDerivative(const Sample &sample, const Array &found, unsigned order,
                               StringRef mode) {
  auto expected = sample.function()->getAttrOfType<ArrayAttr>(attributeName);
  return expectClose(sample.function().getLoc(), found,
                     Array::scalar(DType::f64, numberOf(expected[order])),
                     std::max(sample.tolerance(), 1e-9),
                     "the derivative of order " + Twine(order) + " by " + mode + " mode");
}

unsigned highestOrder(const Sample &sample) {
  return sample.function()->getAttrOfType<ArrayAttr>(attributeName).size() - 1;
}

LogicalResult reverseAgrees(Sample &sample) {
  if (failed(expectDerivative(sample, sample.outputs().front(), 0, "no")))
    return failure();
  Program current = sample.derivative()->primal.clone();
  unsigned newest = 0;
  for (unsigned order = 1; order <= highestOrder(sample); ++order) {
    FailureOr<Derivative> next = reverse(current, {0}, {newest}, Seed::one);
    if (failed(next))
      return failure();
    FailureOr<Arrays> found = next->run(sample.inputs());
    if (failed(found) || failed(expectDerivative(sample, found->front(), order, "reverse")))
      return failure();
    current = std::move(next->program);
    newest = next->results.front();
  }
  return success();
}

/// The tangent of the argument is a constant 1, so tangents of tangents are higher derivatives.
LogicalResult forwardAgrees(Sample &sample) {
  Program current = sample.derivative()->primal.clone();
  Arrays inputs = sample.inputs();
  unsigned newest = 0; // among the float results
  for (unsigned order = 1; order <= highestOrder(sample); ++order) {
    FailureOr<Derivative> next = forward(current, {0});
    if (failed(next))
      return failure();
    inputs.push_back(Array::scalar(DType::f64, 1.0));
    FailureOr<Arrays> found = next->run(inputs); // a tangent per float result
    if (failed(found) || failed(expectDerivative(sample, (*found)[newest], order, "forward")))
      return failure();
    newest += found->size();
    current = std::move(next->program);
  }
  return success();
}

/// All of them at once, in direction 1.
LogicalResult taylorAgrees(Sample &sample) {
  FailureOr<Derivative> taylor =
      forward(sample.derivative()->primal, {0}, highestOrder(sample), /*given=*/1);
  if (failed(taylor))
    return failure();
  FailureOr<Arrays> found = taylor->run(concat(sample.inputs(), Array::scalar(DType::f64, 1.0)));
  if (failed(found))
    return failure();
  double factorial = 1;
  for (unsigned order = 1; order <= highestOrder(sample); ++order) {
    factorial *= order;
    Array derivative = Array::scalar(DType::f64, factorial * (*found)[order - 1].asDouble(0));
    if (failed(expectDerivative(sample, derivative, order, "Taylor")))
      return failure();
  }
  return success();
}

bool expectsDerivatives(const Sample &sample) {
  return sample.has(attributeName) && hasPreciseDerivative(sample);
}

} // namespace

void addExpectedDerivatives(Checks &checks) {
  checks.push_back({"derivatives:reverse", expectsDerivatives, reverseAgrees});
  auto hasForwardMode = [](const Sample &sample) {
    return expectsDerivatives(sample) && !sample.hasCustomRules();
  };
  checks.push_back({"derivatives:forward", hasForwardMode, forwardAgrees});
  checks.push_back({"derivatives:taylor", hasForwardMode, taylorAgrees});
}

} // namespace cotan::check
