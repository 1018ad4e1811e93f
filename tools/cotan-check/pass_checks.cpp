// No pass changes a value or a derivative: each alone, all in sequence, and all with the inputs as
// constants.
#include "checks.h"

#include "passes.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::check {
namespace {

LogicalResult keepsValue(const Sample &sample, StringRef pipeline) {
  Program changed = sample.program().clone();
  if (failed(runPasses(changed, pipeline)))
    return failure();
  return sample.expectSameValue(changed, "after the pass '" + pipeline + "'");
}

std::string allPasses() { return llvm::join(passNames(), ","); }

LogicalResult foldsToValue(const Sample &sample) {
  Program changed = sample.program().clone();
  bindInputs(changed, sample.inputs());
  if (failed(runPasses(changed, allPasses())))
    return failure();
  return sample.expectSameValue(changed, "with the inputs as constants, after all passes");
}

/// Passes run after differentiation.
LogicalResult keepsGradient(const Sample &sample, StringRef pipeline, bool constantInputs = false) {
  const FirstOrder &first = *sample.derivative();
  Program changed = first.reverse.program.clone();
  Arrays inputs = concat(sample.inputs(), first.seeds);
  if (constantInputs)
    bindInputs(changed, inputs);
  if (failed(runPasses(changed, pipeline)))
    return failure();
  FailureOr<Arrays> outputs = changed.run(inputs);
  if (failed(outputs))
    return failure();
  return expectClose(sample.function().getLoc(),
                     ArrayRef(*outputs).take_back(first.gradient.size()), first.gradient,
                     std::max(1e-10, sample.tolerance()),
                     "the gradient after the pass '" + pipeline + "'");
}

/// Passes run before differentiation.
LogicalResult staysDifferentiable(const Sample &sample, StringRef pipeline) {
  const FirstOrder &first = *sample.derivative();
  Program changed = first.primal.clone();
  if (failed(runPasses(changed, pipeline)))
    return failure();
  FailureOr<Program> primal = differentiable(changed);
  if (failed(primal))
    return failure();
  FailureOr<Derivative> derivative = reverse(*primal, first.wrt, first.results);
  if (failed(derivative))
    return failure();
  FailureOr<Arrays> found = derivative->run(concat(sample.inputs(), first.seeds));
  if (failed(found))
    return failure();
  return expectClose(sample.function().getLoc(), *found, first.gradient,
                     std::max(1e-10, sample.tolerance()),
                     "the gradient of the program after all passes");
}

constexpr StringRef functionalizing = "lift-cf,func.func(tensorize-numbers),functionalize";

bool hasControlFlow(const Sample &sample) {
  return sample.function()
      .walk([](Operation *op) {
        return isa<flow::IfOp, flow::SwitchOp, flow::WhileOp>(op) || op->getNumSuccessors()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Control flow that became function values comes back as control flow, without any of them.
LogicalResult returnsFromFunctions(const Sample &sample) {
  Program changed = sample.program().clone();
  if (failed(runPasses(
          changed, (functionalizing + ",resolve-functions,replace-tail-calls,symbol-dce").str())))
    return failure();
  for (auto function : changed.module().getOps<func::FuncOp>())
    if (fn::usesFunctionValues(function))
      return function.emitError("has function values, though its control flow is known");
  return sample.expectSameValue(changed, "after control flow became functions, and came back");
}

bool hasFunctionValues(const Sample &sample) {
  return llvm::any_of(sample.program().module().getOps<func::FuncOp>(), fn::usesFunctionValues);
}

} // namespace

void addPassChecks(Checks &checks) {
  for (StringRef name : passNames())
    checks.push_back({("pass:" + name).str(), always,
                      [name](const Sample &sample) { return keepsValue(sample, name); }});
  checks.push_back({"pass:all", always, [](const Sample &sample) {
                      return keepsValue(sample, allPasses() + "," + allPasses());
                    }});
  // On the way to machine code only: kernels have no derivative.
  checks.push_back({"pass:fuse", always, [](const Sample &sample) {
                      return keepsValue(sample, "resolve-functions,symbol-dce,decompose,"
                                                "canonicalize,cse,func.func(fuse)");
                    }});
  checks.push_back({"pass:functionalize", hasControlFlow,
                    [](const Sample &sample) { return keepsValue(sample, functionalizing); }});
  checks.push_back({"pass:functionalize-and-back", hasControlFlow, returnsFromFunctions});
  checks.push_back({"pass:resolve-functions", hasFunctionValues, [](const Sample &sample) {
                      return keepsValue(sample, "resolve-functions,symbol-dce");
                    }});
  checks.push_back({"pass:constant-inputs", always, foldsToValue});
}

void addGradientPassChecks(Checks &checks) {
  for (StringRef name : passNames())
    checks.push_back({("gradient-pass:" + name).str(), hasDerivative,
                      [name](const Sample &sample) { return keepsGradient(sample, name); }});
  checks.push_back({"gradient-pass:all", hasDerivative, [](const Sample &sample) {
                      return keepsGradient(sample, allPasses() + "," + allPasses());
                    }});
  checks.push_back(
      {"gradient-pass:functionalize",
       [](const Sample &sample) { return hasDerivative(sample) && hasControlFlow(sample); },
       [](const Sample &sample) { return staysDifferentiable(sample, functionalizing); }});
  checks.push_back({"gradient-pass:constant-inputs", hasDerivative, [](const Sample &sample) {
                      return keepsGradient(sample, allPasses(), /*constantInputs=*/true);
                    }});
  checks.push_back({"gradient-pass:before",
                    [](const Sample &sample) {
                      return hasDerivative(sample) &&
                             !sample.hasPairs(); // --inline tears them apart
                    },
                    [](const Sample &sample) { return staysDifferentiable(sample, allPasses()); }});
}

} // namespace cotan::check
