#include "cotan/trace/derivatives.h"

#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/batching/batch.h"
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

/// A copy that `derive` has added results to; whether their element types give way.
TracedFunctionRef derived(const TracedFunction &function, ArrayRef<bool> areAddedWeak,
                          llvm::function_ref<LogicalResult(func::FuncOp)> derive) {
  OwningOpRef<ModuleOp> program = function.copy();
  auto copy = *program->getOps<func::FuncOp>().begin();
  orThrowOnBigStack([&] {
    // What comes next sees a function as it is written, with calls of custom rules in it.
    return success(succeeded(prepareForDerivatives(copy)) && succeeded(derive(copy)) &&
                   succeeded(inlineForwards(copy, /*order=*/~0u)));
  });
  SmallVector<bool> weakResults(function.weakResults());
  llvm::append_range(weakResults, areAddedWeak);
  return std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                          SmallVector<TensorType>(function.arguments()),
                                          std::move(weakResults));
}

TracedFunctionRef reversed(const TracedFunction &function, ReverseOptions options) {
  auto isWeak = [&](unsigned i) {
    return i < function.arguments().size() && function.arguments()[i].isWeak;
  };
  return derived(function, llvm::map_to_vector(options.wrt, isWeak),
                 [&](func::FuncOp copy) { return differentiate(copy, options); });
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
  return taylor(function, wrt, /*order=*/1);
}

Pullback taylor(const TracedFunction &function, ArrayRef<unsigned> wrt, unsigned order) {
  SmallVector<unsigned> results = differentiableResults(function);
  SmallVector<bool> areWeak;
  for (unsigned i : results)
    areWeak.append(order, function.weakResults()[i]);
  auto push = [&](func::FuncOp copy) { return pushForward(copy, wrt, order); };
  return {derived(function, areWeak, push), results};
}

Batched batched(const TracedFunction &function, ArrayRef<unsigned> arguments, int64_t size) {
  OwningOpRef<ModuleOp> program = function.copy();
  auto copy = *program->getOps<func::FuncOp>().begin();
  BatchOptions options{SmallVector<unsigned>(arguments), isOpen(size) ? ShapedType::kDynamic : size,
                       /*repeatResults=*/false};
  SmallVector<bool> areBatched;
  orThrowOnBigStack([&] {
    if (failed(prepareForBatching(copy)))
      return failure();
    auto made = batch(copy, options);
    if (succeeded(made))
      areBatched = *made;
    return success(succeeded(made));
  });
  SmallVector<TensorType> types(function.arguments());
  for (unsigned i : arguments)
    types[i].sizes.insert(types[i].sizes.begin(), size);
  return {std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                           std::move(types),
                                           SmallVector<bool>(function.weakResults())),
          areBatched};
}

} // namespace cotan::trace
