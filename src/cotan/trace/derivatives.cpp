#include "cotan/trace/derivatives.h"

#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/driver/pipeline.h"
#include "cotan/ir/types.h"
#include "cotan/trace/context.h"

using namespace mlir;

namespace cotan::trace {
namespace {

SmallVector<unsigned> differentiableResults(const TracedFunction &function) {
  SmallVector<unsigned> results;
  for (auto [i, type] : llvm::enumerate(function.function().getResultTypes()))
    if (carriesDerivative(type))
      results.push_back(i);
  return results;
}

/// A copy that `derive` has changed.
TracedFunctionRef derived(const TracedFunction &function,
                          llvm::function_ref<LogicalResult(func::FuncOp)> derive) {
  OwningOpRef<ModuleOp> program = function.copy();
  auto copy = *program->getOps<func::FuncOp>().begin();
  orThrowOnBigStack(
      [&] { return success(succeeded(prepareForDerivatives(copy)) && succeeded(derive(copy))); });
  return std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                          SmallVector<TensorType>(function.arguments()),
                                          SmallVector<bool>(function.weakResults()));
}

TracedFunctionRef reversed(const TracedFunction &function, ReverseOptions options) {
  return derived(function, [&](func::FuncOp copy) { return differentiate(copy, options); });
}

} // namespace

TracedFunctionRef gradient(const TracedFunction &function, ArrayRef<unsigned> wrt,
                           unsigned result) {
  return reversed(function, {SmallVector<unsigned>(wrt), {result}, Seed::one});
}

Pullback pullback(const TracedFunction &function, ArrayRef<unsigned> wrt) {
  SmallVector<unsigned> results = differentiableResults(function);
  return {reversed(function, {SmallVector<unsigned>(wrt), results, Seed::argument}), results};
}

Pullback pushforward(const TracedFunction &function, ArrayRef<unsigned> wrt) {
  auto push = [&](func::FuncOp copy) { return pushForward(copy, wrt); };
  return {derived(function, push), differentiableResults(function)};
}

} // namespace cotan::trace
