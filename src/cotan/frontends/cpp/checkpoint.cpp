#include "cotan/frontends/cpp/checkpoint.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/trace/checkpoint_policy.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {
namespace checkpoint_policies {
namespace {

bool isProduct(const Operator &op) {
  return llvm::is_contained({"prim.matmul", "prim.dot_general", "prim.conv",
                             "composite.conv_permuted", "composite.conv_transpose"},
                            llvm::StringRef(op.name));
}

bool isBatched(const Operator &op) {
  auto batching = op.axes.find("lhs_batching");
  return (batching != op.axes.end() && !batching->second.empty()) ||
         (op.name == "prim.matmul" && *llvm::min_element(op.ranks) > 2);
}

} // namespace

bool everything_saveable(const Operator &) { return true; }
bool nothing_saveable(const Operator &) { return false; }
bool dots_saveable(const Operator &op) { return isProduct(op); }
bool dots_with_no_batch_dims_saveable(const Operator &op) {
  return isProduct(op) && !isBatched(op);
}
Policy save_only_these_names(std::vector<std::string> names) {
  return [names = std::move(names)](const Operator &op) {
    return op.label && llvm::is_contained(names, *op.label);
  };
}
Policy save_any_names_but_these(std::vector<std::string> names) {
  return [names = std::move(names)](const Operator &op) {
    return op.label && !llvm::is_contained(names, *op.label);
  };
}
Policy save_anything_except_these_names(std::vector<std::string> names) {
  return [names = std::move(names)](const Operator &op) {
    return !op.label || !llvm::is_contained(names, *op.label);
  };
}
Policy save_from_both_policies(Policy first, Policy second) {
  const Called called("ct.checkpoint_policies.save_from_both_policies");
  if (!first || !second)
    refuse<TypeError>("two policies are needed, but one is an empty function");
  return [first = std::move(first), second = std::move(second)](const Operator &op) {
    return first(op) || second(op);
  };
}

} // namespace checkpoint_policies

namespace {

using checkpoint_policies::Operator;
using checkpoint_policies::Policy;

/// What is computed in loops would be computed again if every operator were chosen.
bool keepsEverything(const Policy &policy) {
  auto *function = policy.target<bool (*)(const Operator &)>();
  return function && *function == checkpoint_policies::everything_saveable;
}

/// The function, of which a checkpoint keeps what the policy says.
TracedFunctionRef keptBy(const Policy &policy, const TracedFunctionRef &function) {
  std::vector<bool> areKept;
  for (KeptCandidate &one : candidatesOf(*function))
    areKept.push_back(policy({std::move(one.name),
                              std::move(one.label),
                              std::move(one.ranks),
                              {one.axes.begin(), one.axes.end()}}));
  return llvm::is_contained(areKept, true) ? keeping(*function, areKept) : function;
}

} // namespace

Function checkpointFlat(Function function, Policy policy) {
  return [function = std::move(function), policy = std::move(policy)](const Tensors &given) {
    if (!Scope::innermost() || keepsEverything(policy))
      return function(given);
    cotan::trace::Tensors arguments = asArguments(given);
    TracedFunctionRef plain = traced(function, typesOf(arguments));
    return outer(checkpointedCall(policy ? *keptBy(policy, plain) : *plain, arguments));
  };
}

namespace detail {

Nest checkpointOfNests(const NestFunction &function, const Nest &arguments, const Policy &policy) {
  auto call = [&](const Function &flat, const Tensors &xs) {
    return checkpointFlat(flat, policy)(xs);
  };
  return onLeaves(function, arguments, call).first;
}

Nest namedForCheckpoints(const Nest &nest, const std::string &name) {
  const Called called("ct.checkpoint_name");
  Tensors named = leaves(nest);
  for (Tensor &x : named)
    if (x.isTraced()) // else nothing is kept or computed again of it: it is there
      x = op::checkpoint_name(x, name, {.isWeak = x.isWeak()});
  return filled(nest, named);
}

} // namespace detail
} // namespace ct
