// Compiled to machine code, the function and its gradient give what the interpreter gives.
#include "checks.h"

#include "cotan/driver/executable.h"

using namespace mlir;

namespace cotan::check {
namespace {

FailureOr<Arrays> runCompiled(const Program &program, ArrayRef<Array> inputs) {
  Program copy = program.clone();
  copy.eraseChecks();
  auto executable = Executable::compile(copy.function());
  if (failed(executable))
    return failure();
  return (*executable)->run(inputs);
}

LogicalResult valueIsSame(Sample &sample) {
  FailureOr<Arrays> found = runCompiled(sample.program(), sample.inputs());
  return failed(found) ? failure() : sample.expectOutputs(*found, "machine code");
}

/// The gradient, by the program that computes both.
LogicalResult gradientIsSame(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Arrays> found =
      runCompiled(first.reverse.program, concat(sample.inputs(), first.seeds));
  if (failed(found))
    return failure();
  return expectClose(sample.function().getLoc(), pick(*found, first.reverse.results), first.gradient,
                     std::max(1e-10, sample.tolerance()), "the gradient by machine code");
}

} // namespace

void addMachineCodeChecks(Checks &checks) {
  checks.push_back({"compiled", always, valueIsSame});
  checks.push_back({"compiled-gradient", hasDerivative, gradientIsSame});
}

} // namespace cotan::check
