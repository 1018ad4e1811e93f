// Functions with a derivative rule of their own.
#pragma once

#include "cotan/frontends/cpp/transform.h"

namespace ct {

/// What reverse mode does instead of differentiating the function.
struct Rule {
  Function forward; // the results of the function, then residuals
  Function reverse; // from residuals, then cotangents of the results, to those of the arguments
};
/// The function with this rule, as jax.custom_vjp: higher derivatives are those of the rule. There
/// is no forward mode. The function and the rule may use tensors from outside that the derivative
/// does not depend on. Floats only.
Function customVjpFlat(Function function, Rule rule);

/// The function with a rule in forward mode, as jax.custom_jvp: `rule` takes the arguments, then a
/// tangent of each, and returns the results, then a tangent of each, which must be linear in the
/// tangents. What is no float has no tangent: zeros stand for it, and what is returned for it is
/// not read. Reverse mode follows, and keeps the arguments alone: the rule runs there again, and
/// prints nothing. Higher derivatives are those of the rule. It may use tensors from outside that
/// the derivative does not depend on.
Function customJvpFlat(Function function, Function rule);

namespace detail {
/// Which function a rule is of: rules may call it again, made anew.
using Identity = std::string;
/// The same for functions of the same types that hold the same.
template <typename... Fs> Identity identityOf(const Fs &...functions) {
  static char type; // one for each list of types
  const char *place = &type;
  Identity identity(reinterpret_cast<const char *>(&place), sizeof(place));
  (identity.append(Clean<Fs>(functions).state()), ...);
  return identity;
}

Nest customVjpOfNests(const Identity &identity, const NestFunction &function,
                      const NestFunction &forward, const NestFunction &reverse,
                      const Nest &arguments);
Nest customJvpOfNests(const Identity &identity, const NestFunction &function,
                      const NestFunction &rule, const Nest &arguments);

template <typename R, typename Made> constexpr bool isPairWith = false;
template <typename R, typename Residuals>
constexpr bool isPairWith<R, std::pair<R, Residuals>> = true;
} // namespace detail

/// A function of nests with a rule: `forward` takes its arguments and returns a pair, the result
/// and the residuals, any nest; `reverse` takes these and the cotangent of the result, a nest as it
/// is, and returns the arguments' cotangents: that of the only one, or a pair or tuple of all. What
/// is no float has no cotangent: 0 stands for it, and what is returned for it is not read.
///
///     auto clipped = ct::custom_vjp(
///         [](ct::Tensor x) { return x * x; }, [](ct::Tensor x) { return std::pair(x * x, x); },
///         [](ct::Tensor x, ct::Tensor dy) { return ct::clip(2 * x * dy, -1, 1); });
///     ct::Tensor slope = ct::grad(clipped)(3.0); // 1
template <typename F, typename Forward, typename Reverse>
auto custom_vjp(F f, Forward forward, Reverse reverse) {
  return [=](const auto &...xs) {
    using R = detail::Result<F, decltype(xs)...>;
    using Made = detail::Result<Forward, decltype(xs)...>;
    static_assert(detail::isPairWith<R, Made>,
                  "the forward rule must return a pair, the result, of the type of the function's "
                  "result, and the residuals");
    using Residuals = typename Made::second_type;
    using Cotangents = detail::Result<Reverse, Residuals, R>;
    return Nested<R>::together(detail::customVjpOfNests(
        detail::identityOf(f, forward, reverse),
        detail::ofNest<R, detail::Held<decltype(xs)>...>(f),
        detail::ofNest<Made, detail::Held<decltype(xs)>...>(forward),
        detail::ofNest<Cotangents, Residuals, R>(reverse), detail::nestOf(xs...)));
  };
}

/// A function of nests with a rule as customJvpFlat takes it: of its arguments, then a tangent of
/// each, a nest as the argument, it returns the pair of the result and its tangent.
///
///     ct::Tensor log1pexp(ct::Tensor x) {
///       auto rule = [](ct::Tensor x, ct::Tensor dx) {
///         return std::pair(log1pexp(x), dx / (1 + ct::exp(-x)));
///       };
///       return ct::custom_jvp([](ct::Tensor x) { return ct::log(1 + ct::exp(x)); }, rule)(x);
///     }
///
/// A rule that calls the function again, as here, has its value derived by the rule, too: up to the
/// third order, beyond which it is derived as it is written.
template <typename F, typename JvpRule> auto custom_jvp(F f, JvpRule rule) {
  return [=](const auto &...xs) {
    using R = detail::Result<F, decltype(xs)...>;
    using Pair = detail::Result<JvpRule, decltype(xs)..., decltype(xs)...>;
    static_assert(std::is_same_v<Pair, std::pair<R, R>>,
                  "the rule must return a pair, the result and its tangent, of the type of the "
                  "function's result");
    return Nested<R>::together(detail::customJvpOfNests(
        detail::identityOf(f, rule), detail::ofNest<R, detail::Held<decltype(xs)>...>(f),
        detail::ofNest<Pair, detail::Held<decltype(xs)>..., detail::Held<decltype(xs)>...>(rule),
        detail::nestOf(xs...)));
  };
}

} // namespace ct
