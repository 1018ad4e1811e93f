// vjp, jvp, Taylor mode, and rules of one's own. They nest in any order.
#pragma once

#include "cotan/frontends/cpp/transform.h"

namespace ct {

/// The results, and a function from their cotangents (of those that are floats) to the arguments'.
/// It keeps what it needs of the function's computation, and of loops what the first call reads: at
/// later ones, and if it is called `ofLanes`, they run again.
std::pair<Tensors, Function> vjpFlat(const Function &function, const Tensors &arguments,
                                     bool ofLanes = false);
/// The results, and their tangents (of those that are floats) for these tangents of the arguments.
std::pair<Tensors, Tensors> jvpFlat(const Function &function, const Tensors &arguments,
                                    const Tensors &tangents);

struct Jet {
  Tensors values;
  std::vector<Tensors> series; // of each result that is a float: first, second, ... derivative
};
/// The derivatives of the results along a curve that is `primals` at 0 and has the derivatives
/// `series` there, a list for each primal; missing ones are zero. All orders are made at once,
/// through loops and branches; the time grows with the square of the order. (Griewank and Walther,
/// Evaluating Derivatives, chapter 13.)
Jet jetFlat(const Function &function, const Tensors &primals, const std::vector<Tensors> &series);

/// What reverse mode does instead of differentiating the function.
struct Rule {
  Function forward; // the results of the function, then residuals
  Function reverse; // from residuals, then cotangents of the results, to those of the arguments
};
/// The function with this rule, as jax.custom_vjp: higher derivatives are those of the rule. The
/// function and the rule may use tensors from outside that the derivative does not depend on.
/// Floats only.
Function customVjpFlat(Function function, Rule rule);

/// The function whose derivatives in reverse mode keep its arguments, and what it uses from
/// outside, and compute the rest again: less memory, for the time of one more value. As
/// jax.checkpoint.
Function checkpointFlat(Function function);

/// auto [y, back] = ct::vjp(f, x); Tensor slope = back(dy)[0];
template <typename F, typename... Xs> auto vjp(const F &f, const Xs &...xs) {
  using R = detail::Result<F, detail::ToTensor<Xs>...>;
  auto [values, back] = vjpFlat(detail::flat<sizeof...(xs)>(f), {Tensor(xs)...});
  return std::pair(detail::as<R>(values),
                   [back = back](const R &cotangent) { return back(detail::listOf(cotangent)); });
}

/// The value of a function of one tensor, and its derivative in the direction `tangent`.
template <typename F>
std::pair<Tensor, Tensor> jvp(const F &f, const Tensor &primal, const Tensor &tangent) {
  auto [values, tangents] = jvpFlat(detail::flat<1>(f), {primal}, {tangent});
  return {values.at(0), tangents.at(0)};
}

/// The value of a function of one tensor, and its first, second, ... derivative along a curve; of
/// a function with several results such a list for each that is a float.
template <typename F> auto jet(const F &f, const Tensor &primal, const Tensors &series) {
  using R = detail::Result<F, Tensor>;
  Jet found = jetFlat(detail::flat<1>(f), {primal}, {series});
  if constexpr (std::is_same_v<R, Tensor>)
    return std::pair(found.values.at(0), found.series.at(0));
  else
    return std::pair(detail::as<R>(found.values), found.series);
}

/// A function of tensors with one result and a rule: `forward` takes its arguments and returns a
/// list, the result and the residuals; `reverse` takes the list of residuals and the cotangent, and
/// returns the list of the arguments' cotangents.
template <typename F, typename Forward, typename Reverse>
auto custom_vjp(F f, Forward forward, Reverse reverse) {
  return [=](const auto &...xs) {
    constexpr size_t n = sizeof...(xs);
    Rule rule{detail::flat<n>(forward), [reverse](const Tensors &given) {
                return reverse(Tensors(given.begin(), given.end() - 1), given.back());
              }};
    return customVjpFlat(detail::flat<n>(f), std::move(rule))({Tensor(xs)...}).at(0);
  };
}

/// A function of tensors as checkpointFlat makes it: auto g = ct::checkpoint(f); g(x, y)
template <typename F> auto checkpoint(F f) {
  return [=](const auto &...xs) {
    using R = detail::Result<F, detail::ToTensor<decltype(xs)>...>;
    return detail::as<R>(checkpointFlat(detail::flat<sizeof...(xs)>(f))({Tensor(xs)...}));
  };
}

} // namespace ct
