#include "sample.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// The largest finite magnitude, at least 1: rounding errors are measured against it.
double scaleOf(const Array &array) {
  double scale = 1;
  for (int64_t i = 0; i < array.size(); ++i)
    if (double magnitude = std::fabs(array.asDouble(i)); std::isfinite(magnitude))
      scale = std::max(scale, magnitude);
  return scale;
}

} // namespace

FailureOr<std::unique_ptr<Sample>> Sample::make(func::FuncOp function, const Options &options) {
  std::unique_ptr<Sample> sample(new Sample(Program::isolate(function), options));
  Random random = sample->random("inputs");
  FailureOr<Arrays> inputs = makeInputs(sample->function(), random);
  if (failed(inputs))
    return failure();
  sample->made = std::move(*inputs);
  FailureOr<Program> runnable = sample->original.runnable();
  if (failed(runnable))
    return failure();
  FailureOr<Arrays> results = runnable->run(sample->made);
  if (failed(results))
    return failure();
  sample->results = std::move(*results);
  return sample;
}

Random Sample::random(StringRef check) const {
  return Random(options.seed, (function().getName() + "/" + check).str());
}

unsigned Sample::order() const {
  if (options.order)
    return *options.order;
  auto given = function()->getAttrOfType<IntegerAttr>("check.order");
  return given ? given.getInt() : 2;
}

double Sample::tolerance() const {
  auto given = function()->getAttrOfType<FloatAttr>("check.tolerance");
  return given ? given.getValueAsDouble() : 1e-12;
}

LogicalResult Sample::expectOutputs(ArrayRef<Array> found, const Twine &what) const {
  return expectClose(function().getLoc(), found, results, tolerance(), what);
}

LogicalResult Sample::expectSameValue(const Program &changed, const Twine &what) const {
  FailureOr<Program> runnable = changed.runnable();
  if (failed(runnable))
    return failure();
  FailureOr<Arrays> found = runnable->run(made);
  return failed(found) ? failure() : expectOutputs(*found, what);
}

LogicalResult expectClose(Location loc, ArrayRef<Array> found, ArrayRef<Array> expected,
                          double tolerance, const Twine &what) {
  if (found.size() != expected.size())
    return emitError(loc) << what << " gives " << found.size() << " results, expected "
                          << expected.size();
  LogicalResult verdict = success();
  for (auto [i, x, y] : llvm::enumerate(found, expected)) {
    double relative = std::max(tolerance, toleranceOf(y.dtype()).relative);
    if (auto text = mismatch(x, y, Tolerance{0, relative * scaleOf(y)}))
      verdict = emitError(loc) << what << ": result #" << i << ' ' << *text;
  }
  return verdict;
}

} // namespace cotan::check
