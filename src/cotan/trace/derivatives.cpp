#include "cotan/trace/derivatives.h"

#include "cotan/autodiff/call_residuals.h"
#include "cotan/autodiff/checkpoint.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/autodiff/split_reverse.h"
#include "cotan/batching/batch.h"
#include "cotan/batching/batched_values.h"
#include "cotan/driver/pipeline.h"
#include "cotan/ir/types.h"
#include "cotan/trace/context.h"
#include "cotan/trace/scope.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan::trace {
namespace {

SmallVector<unsigned> differentiableResults(const TracedFunction &function) {
  return differentiableAmong(function.function().getResultTypes());
}

/// A copy that `derive` has changed.
OwnedProgram changed(const TracedFunction &function,
                     llvm::function_ref<LogicalResult(func::FuncOp)> derive) {
  OwnedProgram program = function.copy();
  func::FuncOp copy = program.function();
  orThrowOnBigStack([&] {
    // What comes next sees a function as it is written, with calls of custom rules in it.
    return success(succeeded(prepareForDerivatives(copy)) && succeeded(derive(copy)) &&
                   succeeded(inlineForwards(copy, /*order=*/~0u)));
  });
  restoreCheckpoints(copy);
  settleCalls(copy);
  return program;
}

/// The program with the arguments and captures of `function`.
TracedFunctionRef madeOf(const TracedFunction &function, OwnedProgram program,
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
  During inside(Work::compiling);
  ReverseOptions options{SmallVector<unsigned>(wrt), {result}, Seed::one};
  SmallVector<bool> areWeak(function.weakResults());
  llvm::append_range(areWeak, weakArguments(function, wrt));
  return madeOf(function,
                changed(function, [&](func::FuncOp copy) { return differentiate(copy, options); }),
                std::move(areWeak));
}

Pullback pullback(const TracedFunction &function, ArrayRef<unsigned> wrt, bool mayHandOverStacks) {
  During inside(Work::compiling);
  SmallVector<unsigned> results = differentiableResults(function);
  ReverseOptions options{SmallVector<unsigned>(wrt), results, Seed::argument};
  OwnedProgram forward =
      changed(function, [&](func::FuncOp copy) { return differentiate(copy, options); });
  OwnedProgram reverse{forward.context, nullptr};
  func::FuncOp both = forward.function();
  orThrowOnBigStack([&] {
    func::FuncOp apart = splitReverse(
        both, both.getNumArguments() - results.size(), both.getNumResults() - wrt.size(),
        mayHandOverStacks ? FilledStacks::handedOver : FilledStacks::filledAgain);
    reverse.module = forward.module->clone();
    reverse.function()->erase();
    reverse.module->push_back(apart);
    return success();
  });
  const bool handsOver = llvm::any_of(both.getResultTypes(), llvm::IsaPred<flow::StackType>);
  return {madeOf(function, std::move(forward), SmallVector<bool>(function.weakResults())),
          madeOf(function, std::move(reverse), weakArguments(function, wrt)), results, handsOver};
}

bool isLinear(const TracedFunction &function, ArrayRef<unsigned> wrt) {
  During inside(Work::compiling);
  ReverseOptions options{SmallVector<unsigned>(wrt), differentiableResults(function),
                         Seed::argument};
  OwnedProgram program =
      changed(function, [&](func::FuncOp copy) { return differentiate(copy, options); });
  func::FuncOp both = program.function();
  SmallVector<bool> differ(both.getNumArguments());
  for (unsigned i : wrt)
    differ[i] = true;
  auto found = std::make_shared<DifferingResults>("", DifferingResults::Frames::asPushed);
  ArrayRef<bool> results = found->of(both, found, differ).results;
  return !llvm::is_contained(results.take_back(wrt.size()), true);
}

TracedFunctionRef withoutCaptures(const TracedFunction &function) {
  During inside(Work::compiling);
  SmallVector<TensorType> arguments(function.arguments());
  for (const TensorRef &tensor : function.captures())
    arguments.push_back(tensor->type());
  return std::make_shared<TracedFunction>(function.copy(), Tensors(), std::move(arguments),
                                          SmallVector<bool>(function.weakResults()));
}

TracedFunctionRef silent(const TracedFunction &function) {
  During inside(Work::compiling);
  OwnedProgram program = function.copy();
  program.module->walk([](flow::PrintOp print) { print.erase(); });
  return madeOf(function, std::move(program), SmallVector<bool>(function.weakResults()));
}

/// Whether all elements are 0, as far as it can be said without running anything.
static bool isKnownZero(const TensorBody &tensor) {
  if (tensor.isTraced()) // what belongs to a trace that has ended is an error, though not here
    return tensor.scope->isOpen && matchPattern(tensor.value, m_AnyZeroFloat());
  const Array &array = *tensor.array;
  return llvm::all_of(llvm::ArrayRef(array.data(), array.bytes()),
                      [](std::byte x) { return x == std::byte(0); });
}

/// The highest degree of the coefficients of several curves, `order` of each, that are not zero.
static unsigned degreeOf(ArrayRef<TensorRef> curves, unsigned order) {
  unsigned degree = 0;
  for (auto [i, coefficient] : llvm::enumerate(curves))
    if (i % order >= degree && !isKnownZero(*coefficient))
      degree = i % order + 1;
  return degree;
}

Expansion expand(const TracedFunction &function, ArrayRef<unsigned> wrt,
                 ArrayRef<TensorRef> arguments, ArrayRef<TensorRef> curve, unsigned order) {
  During inside(Work::compiling);
  SmallVector<unsigned> results = differentiableResults(function);
  SmallVector<bool> areWeak(function.weakResults());
  const size_t count = areWeak.size();
  for (unsigned i : results)
    areWeak.append(order, function.weakResults()[i]);
  const unsigned degree = degreeOf(curve, order);
  TracedFunctionRef expanded = madeOf(
      function,
      changed(function, [&](func::FuncOp copy) { return pushForward(copy, wrt, order, degree); }),
      std::move(areWeak));
  Tensors given;
  for (auto [i, coefficient] : llvm::enumerate(curve))
    if (i % order < degree)
      given.push_back(coefficient);
  Tensors all = call(expanded, arguments, given);
  return {Tensors(ArrayRef(all).take_front(count)), results,
          Tensors(ArrayRef(all).drop_front(count))};
}

Batched batched(const TracedFunction &function, ArrayRef<unsigned> arguments, int64_t size,
                StringRef axisName) {
  During inside(Work::compiling);
  OwnedProgram program = function.copy();
  func::FuncOp copy = program.function();
  BatchOptions options{SmallVector<unsigned>(arguments), isOpen(size) ? ShapedType::kDynamic : size,
                       /*repeated=*/0, /*active=*/{}, axisName.str()};
  SmallVector<bool> areBatched;
  orThrowOnBigStack([&] {
    if (failed(prepareForBatching(copy)))
      return failure();
    auto made = batch(copy, options);
    if (succeeded(made))
      areBatched = *made;
    settleCalls(copy);
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
