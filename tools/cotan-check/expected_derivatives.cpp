// Against closed forms: `check.derivatives` lists the value and the derivatives of first, second, ...
// order of a scalar result with respect to the first argument.
#include "checks.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr StringLiteral attributeName = "check.derivatives";

LogicalResult agree(Sample &sample) {
  func::FuncOp function = sample.function();
  auto expected = function->getAttrOfType<ArrayAttr>(attributeName);
  FailureOr<Program> current = differentiable(sample.program());
  if (failed(current))
    return failure();
  Arrays found(sample.outputs()), values;
  unsigned newest = 0;
  for (auto [order, attribute] : llvm::enumerate(expected)) {
    if (order > 0) {
      FailureOr<Derivative> next = reverse(*current, {0}, {newest}, Seed::one);
      if (failed(next))
        return failure();
      FailureOr<Arrays> gradient = next->run(sample.inputs());
      if (failed(gradient))
        return failure();
      found = *gradient;
      newest = next->results.front();
      current = std::move(next->program);
    }
    double value = cast<FloatAttr>(attribute).getValueAsDouble();
    if (failed(expectClose(function.getLoc(), found.front(), Array::scalar(DType::f64, value),
                           std::max(sample.tolerance(), 1e-9), "the derivative of order " + Twine(order))))
      return failure();
  }
  return success();
}

} // namespace

void addExpectedDerivatives(Checks &checks) {
  checks.push_back({"derivatives", [](const Sample &sample) { return sample.has(attributeName); },
                    agree});
}

} // namespace cotan::check
