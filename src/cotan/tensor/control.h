// Control flow that depends on what is computed: as in jax.lax, with reverse mode through all of
// it.
#pragma once

#include "cotan/tensor/function.h"

namespace ct {

Tensors condFlat(const Tensor &predicate, const Function &whenTrue, const Function &whenFalse,
                 const Tensors &operands);
Tensors switchFlat(const Tensor &index, const std::vector<Function> &branches,
                   const Tensors &operands);
Tensors whileLoopFlat(const Function &condition, const Function &body, const Tensors &initial);
/// `body` takes the index, then the variables.
Tensors foriLoopFlat(const Tensor &lower, const Tensor &upper, const Function &body,
                     const Tensors &initial);
/// `body` takes the carried tensors, then a row of each input; it returns the carried ones, then
/// what is stacked.
Tensors scanFlat(const Function &body, const Tensors &carried, const Tensors &inputs,
                 bool reverse = false);

/// `body` takes the function itself, which it may call, and the arguments.
Tensors recursiveFlat(const std::function<Tensors(const Function &, const Tensors &)> &body,
                      const Tensors &arguments);

namespace detail {
/// A function in its own body.
template <typename Result> struct Self {
  Function function;

  template <typename... Xs> Result operator()(const Xs &...xs) const {
    return as<Result>(function({Tensor(xs)...}));
  }
};

/// One variable or a list of them: what the functions of a loop take, they return.
template <typename F, typename State> Function onState(F f) {
  return [f = std::move(f)](const Tensors &xs) {
    if constexpr (std::is_same_v<State, Tensors>)
      return listOf(f(xs));
    else
      return listOf(f(xs.at(0)));
  };
}
} // namespace detail

/// ct::cond(x > 0, [&] { return x; }, [&] { return -x; })
template <typename True, typename False>
auto cond(const Tensor &predicate, const True &whenTrue, const False &whenFalse) {
  using Result = std::decay_t<std::invoke_result_t<const True &>>;
  return detail::as<Result>(
      condFlat(predicate, detail::flat<0>(whenTrue), detail::flat<0>(whenFalse), {}));
}

/// The function of this number, the first or the last if there is none; they take no arguments and
/// return as many tensors each. (`switch` is a word of C++.)
template <typename Branch> auto switch_(const Tensor &index, const std::vector<Branch> &branches) {
  std::vector<Function> flat;
  for (const Branch &branch : branches)
    flat.push_back(detail::flat<0>(branch));
  return detail::as<std::decay_t<std::invoke_result_t<const Branch &>>>(
      switchFlat(index, flat, {}));
}

/// The state is a Tensor or Tensors.
template <typename Condition, typename Body, typename State>
State while_loop(const Condition &condition, const Body &body, const State &initial) {
  using detail::onState;
  return detail::as<State>(whileLoopFlat(onState<Condition, State>(condition),
                                         onState<Body, State>(body), detail::listOf(initial)));
}

template <typename Body, typename State>
State fori_loop(const Tensor &lower, const Tensor &upper, const Body &body, const State &initial) {
  auto turn = [&](const Tensors &xs) {
    if constexpr (std::is_same_v<State, Tensors>)
      return body(xs.at(0), Tensors(xs.begin() + 1, xs.end()));
    else
      return detail::listOf(body(xs.at(0), xs.at(1)));
  };
  return detail::as<State>(foriLoopFlat(lower, upper, turn, detail::listOf(initial)));
}

/// `body` takes the carried tensor and a row, and returns the next carried tensor and what is
/// stacked.
template <typename Body>
std::pair<Tensor, Tensor> scan(const Body &body, const Tensor &initial, const Tensor &xs) {
  return detail::as<std::pair<Tensor, Tensor>>(scanFlat(detail::flat<2>(body), {initial}, {xs}));
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
    auto body = [&f](const Function &self, const Tensors &arguments) {
      auto function = [&](const auto &...each) { return f(detail::Self<Result>{self}, each...); };
      return detail::listOf(
          detail::spread(function, arguments, std::make_index_sequence<sizeof...(xs)>()));
    };
    return detail::as<Result>(recursiveFlat(body, {Tensor(xs)...}));
  };
}

} // namespace ct
