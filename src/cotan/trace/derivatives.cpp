#include "cotan/trace/derivatives.h"

#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/autodiff/split_reverse.h"
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

/// A copy that `derive` has changed.
OwningOpRef<ModuleOp> changed(const TracedFunction &function,
                              llvm::function_ref<LogicalResult(func::FuncOp)> derive) {
  OwningOpRef<ModuleOp> program = function.copy();
  auto copy = *program->getOps<func::FuncOp>().begin();
  orThrowOnBigStack([&] {
    // What comes next sees a function as it is written, with calls of custom rules in it.
    return success(succeeded(prepareForDerivatives(copy)) && succeeded(derive(copy)) &&
                   succeeded(inlineForwards(copy, /*order=*/~0u)));
  });
  return program;
}

/// The program with the arguments and captures of `function`.
TracedFunctionRef madeOf(const TracedFunction &function, OwningOpRef<ModuleOp> program,
                         SmallVector<bool> areWeak) {
  return std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                          SmallVector<TensorType>(function.arguments()),
                                          std::move(areWeak));
}

/// Whether the element types of cotangents give way: as those of the arguments.
SmallVector<bool> weakArguments(const TracedFunction &function, ArrayRef<unsigned> wrt) {
  return llvm::map_to_vector(wrt, [&](unsigned i) {
    return i < function.arguments().size() && function.arguments()[i].isWeak;
  });
}

} // namespace

TracedFunctionRef gradient(const TracedFunction &function, ArrayRef<unsigned> wrt,
                           unsigned result) {
  ReverseOptions options{SmallVector<unsigned>(wrt), {result}, Seed::one};
  SmallVector<bool> areWeak(function.weakResults());
  llvm::append_range(areWeak, weakArguments(function, wrt));
  return madeOf(function,
                changed(function, [&](func::FuncOp copy) { return differentiate(copy, options); }),
                std::move(areWeak));
}

Pullback pullback(const TracedFunction &function, ArrayRef<unsigned> wrt) {
  SmallVector<unsigned> results = differentiableResults(function);
  ReverseOptions options{SmallVector<unsigned>(wrt), results, Seed::argument};
  OwningOpRef<ModuleOp> reverse,
      forward = changed(function, [&](func::FuncOp copy) { return differentiate(copy, options); });
  orThrowOnBigStack([&] {
    auto both = *forward->getOps<func::FuncOp>().begin();
    reverse = splitReverse(both, both.getNumArguments() - results.size(),
                           both.getNumResults() - wrt.size());
    return success();
  });
  return {madeOf(function, std::move(forward), SmallVector<bool>(function.weakResults())),
          madeOf(function, std::move(reverse), weakArguments(function, wrt)), results};
}

Pushforward pushforward(const TracedFunction &function, ArrayRef<unsigned> wrt) {
  return taylor(function, wrt, /*order=*/1);
}

Pushforward taylor(const TracedFunction &function, ArrayRef<unsigned> wrt, unsigned order) {
  SmallVector<unsigned> results = differentiableResults(function);
  SmallVector<bool> areWeak(function.weakResults());
  for (unsigned i : results)
    areWeak.append(order, function.weakResults()[i]);
  auto push = [&](func::FuncOp copy) { return pushForward(copy, wrt, order); };
  return {madeOf(function, changed(function, push), std::move(areWeak)), results};
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
