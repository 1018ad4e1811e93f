// The derivatives stated by check.derivatives: of the first result with respect to the first
// argument, by reverse mode applied again and again, and by forward mode.
#include "checks.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr double relativeError = 2e-7; // stated values are rounded to some digits

LogicalResult expectNumber(const Sample &sample, const Array &found, Attribute expected,
                           unsigned order, StringRef mode) {
  double x = found.asDouble(), y = numberOf(expected);
  if (found.rank() == 0 && std::fabs(x - y) <= relativeError * std::max(1.0, std::fabs(y)))
    return success();
  return sample.function().emitError() << "the derivative of order " << order << " by " << mode
                                       << " mode: found " << x << ", expected " << y;
}

LogicalResult reverseGivesStated(Sample &sample) {
  auto stated = sample.function()->getAttrOfType<ArrayAttr>("check.derivatives");
  if (failed(expectNumber(sample, sample.outputs()[0], stated[0], 0, "no")))
    return failure();
  Program current = sample.derivative()->primal.clone();
  unsigned result = 0;
  for (unsigned order = 1; order < stated.size(); ++order) {
    FailureOr<Derivative> next = reverse(current, 0u, result, Seed::one);
    FailureOr<Arrays> found = failed(next) ? FailureOr<Arrays>() : next->run(sample.inputs());
    if (failed(found) ||
        failed(expectNumber(sample, found->front(), stated[order], order, "reverse")))
      return failure();
    current = std::move(next->program);
    result = next->results.front();
  }
  return success();
}

/// The tangent of x is a constant 1, so tangents of tangents are higher derivatives.
LogicalResult forwardGivesStated(Sample &sample) {
  auto stated = sample.function()->getAttrOfType<ArrayAttr>("check.derivatives");
  Program current = sample.derivative()->primal.clone();
  Arrays inputs = sample.inputs();
  unsigned position = 0; // of the newest derivative among the float results
  for (unsigned order = 1; order < stated.size(); ++order) {
    FailureOr<Derivative> next = forward(current, 0u);
    if (failed(next))
      return failure();
    inputs.push_back(Array::scalar(DType::f64, 1.0));
    FailureOr<Arrays> found = next->run(inputs); // a tangent per float result
    if (failed(found) ||
        failed(expectNumber(sample, (*found)[position], stated[order], order, "forward")))
      return failure();
    position += found->size();
    current = std::move(next->program);
  }
  return success();
}

bool states(const Sample &sample) {
  return sample.has("check.derivatives") && sample.derivative() && sample.derivative()->isDouble;
}

} // namespace

void addDerivativeChecks(Checks &checks) {
  checks.push_back({"derivatives:reverse", states, reverseGivesStated});
  checks.push_back({"derivatives:forward", states, forwardGivesStated});
}

} // namespace cotan::check
