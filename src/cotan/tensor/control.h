// Control flow that depends on what is computed: as in jax.lax, with reverse mode through all of
// it. What branches return and loops carry is a nest of tensors and functions.
#pragma once

#include "cotan/tensor/function.h"

namespace ct {

/// condFlat, switchFlat, whileLoopFlat and foriLoopFlat are `ct::cond` and others, of functions of
/// lists. `body` of foriLoopFlat takes the index, then the variables.
Tensors condFlat(const Tensor &predicate, const Function &whenTrue, const Function &whenFalse,
                 const Tensors &operands);
Tensors switchFlat(const Tensor &index, const std::vector<Function> &branches,
                   const Tensors &operands);
Tensors whileLoopFlat(const Function &condition, const Function &body, const Tensors &initial);
Tensors foriLoopFlat(const Tensor &lower, const Tensor &upper, const Function &body,
                     const Tensors &initial);
/// `scanFlat`: `body` takes the carried tensors, then a row of each input; it returns the carried
/// ones, then what is stacked.
Tensors scanFlat(const Function &body, const Tensors &carried, const Tensors &inputs,
                 bool reverse = false);

/// `recursiveFlat`: `body` takes the function itself, which it may call, and the arguments.
Tensors recursiveFlat(const std::function<Tensors(const Function &, const Tensors &)> &body,
                      const Tensors &arguments);

namespace detail {
/// The same of nests. Functions of branches take none; those of loops take what the functions take
/// that users write.
Nest condOfNests(const Tensor &predicate, const NestFunction &whenTrue,
                 const NestFunction &whenFalse);
Nest switchOfNests(const Tensor &index, const std::vector<NestFunction> &branches);
Nest whileLoopOfNests(const NestFunction &condition, const NestFunction &body, const Nest &initial);
Nest foriLoopOfNests(const Tensor &lower, const Tensor &upper, const NestFunction &body,
                     const Nest &initial);
Nest scanOfNests(const NestFunction &body, const Nest &initial, const Nest &xs);
Nest recursiveOfNests(const std::function<Nest(const Nest &self, const Nest &arguments)> &body,
                      const Nest &arguments);
} // namespace detail

/// What one of two functions without arguments gives, nests of one type, by a truth value:
/// ct::cond(x > 0, [&] { return x; }, [&] { return -x; })
template <typename True, typename False>
auto cond(const Tensor &predicate, const True &whenTrue, const False &whenFalse) {
  using R = detail::Result<True>;
  return Nested<R>::together(
      detail::condOfNests(predicate, detail::ofNest<R>(whenTrue), detail::ofNest<R>(whenFalse)));
}

/// The function of this number, the first or the last if there is none; they take no arguments and
/// return nests of one type. (`switch` is a word of C++.)
template <typename Branch> auto switch_(const Tensor &index, const std::vector<Branch> &branches) {
  using R = detail::Result<Branch>;
  std::vector<NestFunction> functions;
  for (const Branch &branch : branches)
    functions.push_back(detail::ofNest<R>(branch));
  return Nested<R>::together(detail::switchOfNests(index, functions));
}

/// body(body(... initial)) as long as `condition` of it is true: a nest as `initial`, of the same
/// shapes and element types each time.
template <typename Condition, typename Body, typename Initial>
auto while_loop(const Condition &condition, const Body &body, const Initial &initial) {
  using State = detail::Held<Initial>;
  return Nested<State>::together(detail::whileLoopOfNests(detail::ofNest<Tensor, State>(condition),
                                                          detail::ofNest<State, State>(body),
                                                          Nested<State>::apart(initial)));
}

/// x = body(i, x) for i from `lower` to below `upper`, from `initial` on: a nest as that.
template <typename Body, typename Initial>
auto fori_loop(const Tensor &lower, const Tensor &upper, const Body &body, const Initial &initial) {
  using State = detail::Held<Initial>;
  return Nested<State>::together(detail::foriLoopOfNests(
      lower, upper, detail::ofNest<State, Tensor, State>(body), Nested<State>::apart(initial)));
}

/// A loop along the first axis of xs, nests of tensors: `body` takes what is carried and a row, and
/// returns what is carried next and what is stacked.
template <typename Body, typename Initial, typename Rows>
auto scan(const Body &body, const Initial &initial, const Rows &xs) {
  using Carry = detail::Held<Initial>;
  using Row = detail::Held<Rows>;
  using Stacked = typename detail::Result<Body, Carry, Row>::second_type;
  using R = std::pair<Carry, Stacked>;
  return Nested<R>::together(detail::scanOfNests(
      detail::ofNest<R, Carry, Row>(body), Nested<Carry>::apart(initial), Nested<Row>::apart(xs)));
}

/// A function that calls itself, as deep as its arguments say when it runs:
///
///     auto power = ct::recursive([](auto self, ct::Tensor x, ct::Tensor n) {
///       return ct::cond(n == 0, [&] { return ct::ones_like(x); }, [&] { return x * self(x, n - 1);
///       });
///     });
///     power(2.0, 5); ct::grad(power)(2.0, 5); ct::jit(power)(2.0, 5);
///
/// Each call has arguments of the shapes of the first; one way must return without a call. It
/// returns a Tensor, or the `Result` that is said, as in ct::recursive<ct::Tensors>. Derivatives of
/// any order go through; outside of ct::jit each call compiles it.
template <typename Result = Tensor, typename F> auto recursive(F f) {
  return [f = std::move(f)](const auto &...xs) -> Result {
    using Self = Closure<Result(detail::Held<decltype(xs)>...)>;
    auto body = [&f](const Nest &self, const Nest &arguments) {
      auto function = [&](const auto &...each) { return f(Nested<Self>::together(self), each...); };
      return detail::ofNest<Result, detail::Held<decltype(xs)>...>(function)(arguments);
    };
    return Nested<Result>::together(detail::recursiveOfNests(body, detail::nestOf(xs...)));
  };
}

} // namespace ct
