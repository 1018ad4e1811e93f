#include "sample.h"

#include "printed.h"

#include "cotan/autodiff/names.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"
#include "cotan/transforms/inline_calls.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// The largest finite magnitude, at least 1: rounding errors are measured against it.
double scaleOf(const Array &array) {
  if (isComplex(array.dtype()))
    return scaleOf(array.asReal());
  double scale = 1;
  for (int64_t i = 0; i < array.size(); ++i)
    if (double magnitude = std::fabs(array.asDouble(i)); std::isfinite(magnitude))
      scale = std::max(scale, magnitude);
  return scale;
}

} // namespace

FailureOr<std::unique_ptr<Sample>> Sample::make(func::FuncOp function, const Options &options) {
  std::unique_ptr<Sample> sample(new Sample(Program::isolate(function), options));
  if (options.keepCalls)
    sample->function()->setAttr(callsName, StringAttr::get(function.getContext(), "keep"));
  Random random = sample->random("inputs");
  FailureOr<Arrays> inputs = makeInputs(sample->function(), random);
  if (failed(inputs))
    return failure();
  sample->made = std::move(*inputs);
  FailureOr<Arrays> results = sample->original.run(sample->made);
  if (failed(results))
    return failure();
  sample->results = std::move(*results);
  sample->printed = takePrinted();
  return sample;
}

bool Sample::wantsDerivative() const {
  return !has("check.no_gradient") && !differentiableAmong(function().getArgumentTypes()).empty() &&
         !differentiableAmong(function().getResultTypes()).empty();
}

LogicalResult Sample::differentiate() {
  FailureOr<Program> primal = differentiable(original);
  if (failed(primal))
    return failure();
  Positions wrt = differentiableAmong(primal->function().getArgumentTypes());
  Positions differentiated = differentiableAmong(primal->function().getResultTypes());
  FailureOr<Derivative> code = reverse(*primal, wrt, differentiated);
  if (failed(code))
    return failure();
  Random weights = random("seeds");
  Arrays seeds = randomLike(pick(results, differentiated), weights);
  FailureOr<Arrays> outputs = code->program.run(concat(made, seeds));
  if (failed(outputs))
    return failure();
  auto isDouble = [](const Array &array) { return array.dtype() == DType::f64; };
  bool allDouble = llvm::all_of(seeds, isDouble) && llvm::all_of(pick(made, wrt), isDouble);
  Arrays gradient = pick(*outputs, code->results);
  firstOrder = std::make_unique<FirstOrder>(std::move(*primal), std::move(wrt),
                                            std::move(differentiated), std::move(*code),
                                            std::move(seeds), std::move(gradient), allDouble);
  return expectOutputs(ArrayRef(*outputs).take_front(results.size()),
                       "the function with its gradient");
}

bool Sample::hasCustomRules() const {
  auto isRule = [](flow::CustomCallOp call) {
    return call.getJvpAttr() ? WalkResult::advance() : WalkResult::interrupt();
  };
  return firstOrder &&
         llvm::any_of(reachedFrom(firstOrder->primal.function()), [&](func::FuncOp function) {
           return function.walk(isRule).wasInterrupted();
         });
}

bool Sample::hasPairs() const {
  return firstOrder &&
         llvm::any_of(firstOrder->primal.module().getOps<func::FuncOp>(),
                      [](func::FuncOp function) { return function->hasAttr(pairMark); });
}

bool Sample::hasEffects() const {
  llvm::SetVector<Operation *> functions;
  functions.insert(function());
  for (size_t i = 0; i < functions.size(); ++i) {
    auto found = functions[i]->walk([&](Operation *op) {
      if (auto call = dyn_cast<CallOpInterface>(op))
        if (Operation *callee = call.resolveCallable())
          functions.insert(callee);
      return isa<flow::PrintOp, flow::AssertOp, flow::CustomCallOp>(op) ? WalkResult::interrupt()
                                                                        : WalkResult::advance();
    });
    if (found.wasInterrupted())
      return true;
  }
  return false;
}

Random Sample::random(StringRef check) const {
  return Random(options.seed, (function().getName() + "/" + check).str());
}

unsigned Sample::order() const {
  if (options.order)
    return *options.order;
  auto given = function()->getAttrOfType<IntegerAttr>("check.order");
  return given ? given.getInt() : 3;
}

double Sample::tolerance() const {
  auto given = function()->getAttrOfType<FloatAttr>("check.tolerance");
  return given ? given.getValueAsDouble() : 1e-12;
}

LogicalResult Sample::expectOutputs(ArrayRef<Array> found, const Twine &what) const {
  if (std::string text = takePrinted(); text != printed)
    return function().emitError() << what << " prints\n" << text << "expected\n" << printed;
  return expectClose(function().getLoc(), found, results, tolerance(), what);
}

LogicalResult Sample::expectSameValue(const Program &changed, const Twine &what) const {
  FailureOr<Arrays> found = changed.run(made);
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
