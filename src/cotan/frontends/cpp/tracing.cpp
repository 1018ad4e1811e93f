#include "cotan/frontends/cpp/tracing.h"

#include "cotan/functions/functions.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

TracedFunctionRef traced(const Function &function, llvm::ArrayRef<TensorType> types,
                         const ProgramOptions &options) {
  auto user = [&](llvm::ArrayRef<TensorRef> arguments) {
    return inner(function(outer(arguments)));
  };
  return trace(
      types, [&](llvm::ArrayRef<TensorRef> arguments) { return callUser(user, arguments); },
      options);
}

ProgramOptions programOptions(std::string calls,
                              const std::optional<Decomposition> &decomposition) {
  if (!calls.empty() && calls != "keep" && calls != "inline")
    refuse("calls is '" + calls + "', but it is 'keep', 'inline' or nothing");
  ProgramOptions options{std::move(calls), {}};
  if (decomposition)
    options.decomposition = {decomposition->forward, decomposition->reverse, decomposition->skip,
                             decomposition->only};
  return options;
}

cotan::trace::Tensors asArguments(std::span<const Tensor> tensors) {
  cotan::trace::Tensors arguments;
  for (const Tensor &tensor : tensors)
    arguments.push_back(asArgument(inner(tensor)));
  return arguments;
}

llvm::SmallVector<unsigned> floatArguments(llvm::ArrayRef<TensorRef> arguments) {
  llvm::SmallVector<unsigned> wrt;
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (isInexact(argument->type()))
      wrt.push_back(i);
  return wrt;
}

cotan::trace::Tensors converted(std::span<const Tensor> given, llvm::ArrayRef<TensorType> types) {
  if (given.size() != types.size())
    refuse(std::to_string(given.size()) + " tensors are given where " +
           std::to_string(types.size()) + " are needed");
  cotan::trace::Tensors result;
  for (auto [i, tensor, type] : llvm::enumerate(given, types)) {
    if (!haveOneType(openSizesOf(tensor), type.sizes))
      refuse("tensor " + std::to_string(i) + " is " + describe(tensor.body()->type()) +
             ", but must have the shape of " + describe(type));
    result.push_back(inner(weakScalar(astype(tensor, outer(type.held())))));
  }
  return result;
}

llvm::SmallVector<TensorType> resultTypes(const TracedFunction &function,
                                          llvm::ArrayRef<unsigned> which) {
  llvm::SmallVector<TensorType> types;
  for (unsigned i : which)
    types.push_back(TensorType::of(function.function().getResultTypes()[i]));
  return types;
}

} // namespace ct
