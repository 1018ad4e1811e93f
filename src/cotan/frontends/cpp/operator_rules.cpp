#include "cotan/frontends/cpp/operator_rules.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/trace/operator_rules.h"

using namespace cotan::trace;

namespace ct {
namespace {

llvm::SmallVector<unsigned> allResults(const TracedFunction &function) {
  auto numbers = llvm::seq<unsigned>(0, function.weakResults().size());
  return {numbers.begin(), numbers.end()};
}

} // namespace

Tensors call_decomp(const Function &function, const Tensors &inputs) {
  const Called called("ct.call_decomp");
  cotan::trace::Tensors arguments = asArguments(inputs);
  return outer(call(decompositionOf(*traced(function, typesOf(arguments))), arguments));
}

std::vector<std::optional<Tensor>> call_vjp(const Function &function, const Tensors &inputs,
                                            const Tensors &outputs, const Tensors &out_grads,
                                            const std::vector<bool> &stop_gradients) {
  const Called called("ct.call_vjp");
  if (!stop_gradients.empty() && stop_gradients.size() != inputs.size())
    refuse("stop_gradients has " + std::to_string(stop_gradients.size()) + " entries for " +
           std::to_string(inputs.size()) + " inputs");
  llvm::SmallVector<bool> stops(stop_gradients.begin(), stop_gradients.end());
  stops.resize(inputs.size());
  cotan::trace::Tensors arguments = asArguments(inputs);
  TracedFunctionRef one = traced(function, typesOf(arguments));
  const OperatorVjp rule = vjpRuleOf(*one, stops);
  cotan::trace::Tensors given = converted(outputs, resultTypes(*one, allResults(*one)));
  Tensors floats;
  if (out_grads.size() != outputs.size())
    refuse("there are " + std::to_string(out_grads.size()) + " out_grads for " +
           std::to_string(outputs.size()) + " outputs");
  for (unsigned i : rule.differentiable)
    floats.push_back(out_grads[i]);
  llvm::append_range(given, converted(floats, resultTypes(*one, rule.differentiable)));
  Tensors found = outer(call(rule.function, arguments, given));
  std::vector<std::optional<Tensor>> cotangents(inputs.size());
  for (auto [i, cotangent] : llvm::zip_equal(rule.wrt, found))
    cotangents[i] = cotangent;
  return cotangents;
}

} // namespace ct
