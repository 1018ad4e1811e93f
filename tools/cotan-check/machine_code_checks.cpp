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

} // namespace

void addMachineCodeChecks(Checks &checks) {
  checks.push_back({"compiled", always, valueIsSame});
}

} // namespace cotan::check
