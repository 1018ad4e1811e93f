// Whether calls stay calls changes no value and no gradient: where the cost model or the program
// has chosen one way, the other is taken.
#include "checks.h"

#include "printed.h"

#include "cotan/driver/executable.h"
#include "cotan/ir/calls.h"
#include "cotan/transforms/inline_calls.h"

using namespace mlir;

namespace cotan::check {
namespace {

bool calls(const Sample &sample) { return !callsIn(sample.function()).empty(); }

Program chosenOtherwise(const Sample &sample) {
  Program changed = sample.program().clone();
  func::FuncOp function = changed.function();
  auto given = function->getAttrOfType<StringAttr>(callsName);
  const bool keeps = !given || given.getValue() == "inline";
  function->setAttr(callsName, StringAttr::get(changed.context(), keeps ? "keep" : "inline"));
  return changed;
}

FailureOr<Arrays> runCompiled(const Sample &sample, const Program &program,
                              ArrayRef<Array> inputs) {
  Program copy = program.clone();
  copy.eraseChecks();
  auto executable = Executable::compile(copy.function(), nullptr, sample.quickly());
  if (failed(executable))
    return failure();
  takePrinted(); // by runs before
  return (*executable)->run(Arrays(inputs));
}

LogicalResult valueIsSameWithCalls(Sample &sample) {
  FailureOr<Arrays> found = runCompiled(sample, chosenOtherwise(sample), sample.inputs());
  return failed(found) ? failure()
                       : sample.expectOutputs(*found, "machine code with calls chosen otherwise");
}

LogicalResult gradientIsSameWithCalls(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Program> primal = differentiable(chosenOtherwise(sample));
  if (failed(primal))
    return failure();
  FailureOr<Derivative> derivative = reverse(*primal, first.wrt, first.results);
  if (failed(derivative))
    return failure();
  Arrays inputs = concat(sample.inputs(), first.seeds);
  FailureOr<Arrays> found = derivative->run(inputs);
  FailureOr<Arrays> compiled = runCompiled(sample, derivative->program, inputs);
  if (failed(found) || failed(compiled))
    return failure();
  for (const Arrays &each : {*found, pick(*compiled, derivative->results)})
    if (failed(expectClose(sample.function().getLoc(), each, first.gradient,
                           std::max(1e-10, sample.tolerance()),
                           "the gradient with calls chosen otherwise")))
      return failure();
  return success();
}

} // namespace

void addCallChecks(Checks &checks) {
  checks.push_back({"calls", calls, valueIsSameWithCalls});
  checks.push_back({"calls-gradient",
                    [](const Sample &sample) { return calls(sample) && hasDerivative(sample); },
                    gradientIsSameWithCalls});
}

} // namespace cotan::check
