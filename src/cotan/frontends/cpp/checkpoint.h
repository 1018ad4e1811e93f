// Functions whose derivatives compute again what they need, but for what a policy keeps.
#pragma once

#include "cotan/frontends/cpp/transform.h"

#include <map>

namespace ct {

/// What `checkpoint` keeps for derivatives, rather than compute it again: functions of an operator,
/// which return whether its results are kept. Write your own so:
///
///     auto layer = ct::checkpoint(f, [](const ct::checkpoint_policies::Operator &op) {
///       return op.name == "prim.matmul";
///     });
namespace checkpoint_policies {

/// What a policy looks at.
struct Operator {
  std::string name;                                 // as "prim.matmul"; `cotan ops` lists them
  std::optional<std::string> label;                 // of ct::checkpoint_name
  std::vector<int64_t> ranks;                       // how many axes the operands have
  std::map<std::string, std::vector<int64_t>> axes; // lists of axes, by name
};
using Policy = std::function<bool(const Operator &)>;

/// Keeps everything, so that nothing is computed again: as without a checkpoint.
bool everything_saveable(const Operator &);
/// Keeps nothing but the arguments: what a checkpoint does without a policy.
bool nothing_saveable(const Operator &);
/// Keeps products of matrices and convolutions.
bool dots_saveable(const Operator &);
/// The same, but not products of many matrices at once: of layers, but not of attention.
bool dots_with_no_batch_dims_saveable(const Operator &);
/// Keeps what ct::checkpoint_name gave these names.
Policy save_only_these_names(std::vector<std::string> names);
/// Keeps what it gave other names, and nothing else.
Policy save_any_names_but_these(std::vector<std::string> names);
/// Keeps all but what it gave these names. What that is computed from is kept, too, where an
/// operator gave it.
Policy save_anything_except_these_names(std::vector<std::string> names);
/// Keeps what one of two keeps.
Policy save_from_both_policies(Policy first, Policy second);

} // namespace checkpoint_policies

/// The function whose derivatives in reverse mode keep its arguments, what it uses from outside,
/// and what the policy says, and compute the rest again: less memory, for the time of one more
/// value. What is computed in branches and loops of the function is computed again in any case; a
/// checkpoint inside of a loop's body has a policy of its own. Forward mode keeps nothing anyway.
/// As jax.checkpoint.
Function checkpointFlat(Function function, checkpoint_policies::Policy policy = {});

namespace detail {
Nest checkpointOfNests(const NestFunction &function, const Nest &arguments,
                       const checkpoint_policies::Policy &policy);
Nest namedForCheckpoints(const Nest &nest, const std::string &name);
} // namespace detail

/// A function of nests as checkpointFlat makes it: auto g = ct::checkpoint(f); g(x, y)
template <typename F> auto checkpoint(F f, checkpoint_policies::Policy policy = {}) {
  return detail::madeOf(
      std::move(f), [policy = std::move(policy)](const auto &f, const auto &...xs) {
        using R = detail::Result<std::decay_t<decltype(f)>, decltype(xs)...>;
        return Nested<R>::together(detail::checkpointOfNests(
            detail::ofNest<R, detail::Held<decltype(xs)>...>(f), detail::nestOf(xs...), policy));
      });
}

/// `x`, any nest of tensors, under a name that policies of ct::checkpoint know.
template <typename X> detail::Held<X> checkpoint_name(const X &x, const std::string &name) {
  using Held = detail::Held<X>;
  return Nested<Held>::together(detail::namedForCheckpoints(Nested<Held>::apart(x), name));
}

} // namespace ct
