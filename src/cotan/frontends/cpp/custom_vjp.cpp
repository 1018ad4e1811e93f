// Functions with a rule of their own.
#include "cotan/frontends/cpp/derivatives.h"
#include "cotan/frontends/cpp/tracing.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {

static Tensors callWithRule(const Function &function, const Rule &rule, const Tensors &given) {
  cotan::trace::Tensors arguments = asArguments(given);
  llvm::SmallVector<TensorType> types = typesOf(arguments);
  TracedFunctionRef plain = traced(function, types), forward = traced(rule.forward, types);
  const unsigned count = plain->function().getNumResults();
  auto all = llvm::to_vector(llvm::seq(0u, forward->function().getNumResults()));
  llvm::SmallVector<TensorType> taken =
      resultTypes(*forward, llvm::ArrayRef(all).drop_front(count));
  for (const TensorType &type : resultTypes(*plain, llvm::ArrayRef(all).take_front(count)))
    if (isInexact(type))
      taken.push_back(type);
  TracedFunctionRef reverse = traced(rule.reverse, taken);
  return outer(customCall({*plain, *forward, *reverse}, arguments));
}

Function customVjpFlat(Function function, Rule rule) {
  return [function = std::move(function), rule = std::move(rule)](const Tensors &given) {
    // A rule may call its function again: that is differentiated as it is written.
    static thread_local unsigned depth = 0;
    if (!Scope::innermost() || depth > 0)
      return function(given);
    struct Deeper {
      Deeper() { ++depth; }
      ~Deeper() { --depth; }
    } deeper;
    return callWithRule(function, rule, given);
  };
}

namespace detail {

Nest customVjpOfNests(const NestFunction &function, const NestFunction &forward,
                      const Function &reverse, const Nest &arguments) {
  Rule rule{[&](const Tensors &xs) { return leaves(forward(filled(arguments, xs))); }, reverse};
  auto call = [&](const Function &flat, const Tensors &xs) {
    return customVjpFlat(flat, rule)(xs);
  };
  return onLeaves(function, arguments, call).first;
}

} // namespace detail

} // namespace ct
