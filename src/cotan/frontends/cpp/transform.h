// jit and gradients of ordinary functions of tensors. They nest in any order, also with the other
// transformations (derivatives.h, mapping.h).
#pragma once

#include "cotan/tensor/function.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ct {

/// Where composite operators, such as composite.softmax, are replaced by what they mean. One that
/// stays whole needs a kernel of its own to run, and a derivative rule of its own where one is
/// taken; what lacks it is an error that names the operator. By default each is replaced that has
/// no kernel, and before a derivative is taken each that has no rule.
struct Decomposition {
  bool forward = true;                // in the program that runs; false: none is replaced
  bool reverse = true;                // before a derivative is taken; false: none is replaced
  std::vector<std::string> skip = {}; // operators that stay whole in both, by full name
  std::vector<std::string> only = {}; // if there are any, all other operators stay whole
};

/// What there is to say to ct::jit.
struct JitOptions {
  /// For each argument the axes whose sizes stay open: the function is compiled once for all of
  /// them. Two open sizes that meet must be equal when it runs; ct::size gives one as a tensor.
  std::vector<std::vector<int64_t>> dynamic_axes = {};
  /// Whether functions that are called become functions of the program, each compiled once: "keep"
  /// all, or "inline" all but those that call themselves. If empty, where it makes the program much
  /// shorter. Inside of another compiled function that one says it.
  std::string calls = {};
  /// Inside of another compiled function that one says it. If nothing says it, the names in the
  /// variables COTAN_SKIP_DECOMPOSITION and COTAN_ONLY_DECOMPOSE of the environment do, with commas
  /// between them.
  std::optional<Decomposition> decomposition = {};
};
/// A function of a list, compiled on the first call with arguments of these shapes and element
/// types. What the function uses from outside keeps the value it had then.
Function jitFlat(Function function, JitOptions options = {});

/// What valueAndGradientFlat returns.
struct ValueAndGradient {
  Tensors values;    // all results of the function
  Tensors gradients; // of the first one, which is a floating-point number; one per entry of argnums
};
/// `value_and_grad` of a function of a list: valueAndGradientFlat.
ValueAndGradient valueAndGradientFlat(const Function &function, const Tensors &arguments,
                                      const std::vector<int64_t> &argnums);

/// The program a call of the function is, as MLIR text.
std::string programText(const Function &function, const Tensors &arguments);

namespace detail {
/// What has been compiled of one function, for each kind of arguments.
class Compiled;
std::shared_ptr<Compiled> makeCompiled(JitOptions options);
/// `function` is the same in each call but for what it refers to.
Nest callCompiled(Compiled &compiled, const NestFunction &function, const Nest &arguments);

/// Of the first result, a tensor; one gradient for each of `argnums`, as the argument is.
std::pair<Tensor, Nest::Parts> valueAndGradientOfNests(const NestFunction &function,
                                                       const Nest &arguments,
                                                       const std::vector<int64_t> &argnums);
/// Throws if the gradient by argument `argnum` has another type than is returned: `fits` says of
/// each argument whether it has that.
void checkGradientType(int64_t argnum, std::initializer_list<bool> fits);

/// Whether the gradient by an argument is returned as it is; of a function there is none.
template <typename Gradient, typename X>
constexpr bool isGradient = std::is_same_v<Gradient, X> || IsClosure<X>::value;
/// The first that is no function.
template <typename... Xs> struct FirstNest {
  using type = Tensor;
};
template <typename X, typename... Xs> struct FirstNest<X, Xs...> {
  using type = std::conditional_t<IsClosure<X>::value, typename FirstNest<Xs...>::type, X>;
};
} // namespace detail

/// The function compiled: ct::jit([](ct::Tensor x, ct::Tensor y) { return ct::tanh(x) * y; }), to
/// be called as the lambda is; ct::jit(f, {.dynamic_axes = {{0}, {}}}) for any number of rows of x.
/// It takes and returns nests of tensors and functions, and is compiled anew for other functions.
/// Several threads may call it.
template <typename F> auto jit(F f, JitOptions options = {}) {
  if (detail::IsClosure<F>::value && !options.dynamic_axes.empty())
    options.dynamic_axes.insert(options.dynamic_axes.begin(), std::vector<int64_t>());
  auto compiled = detail::makeCompiled(std::move(options));
  return detail::madeOf(std::move(f), [compiled](const auto &f, const auto &...xs) {
    using Self = std::decay_t<decltype(f)>;
    using R = detail::Result<Self, decltype(xs)...>;
    if constexpr (detail::IsClosure<Self>::value) // so that what it has captured is an argument
      return Nested<R>::together(detail::callCompiled(
          *compiled, detail::ofNest<R, Self, detail::Held<decltype(xs)>...>(detail::Apply()),
          detail::nestOf(f, xs...)));
    else
      return Nested<R>::together(detail::callCompiled(
          *compiled, detail::ofNest<R, detail::Held<decltype(xs)>...>(f), detail::nestOf(xs...)));
  });
}

/// The value of `f`, which is its first result, and its derivative with respect to argument
/// `argnum`: a nest as the argument is. If arguments differ in their types, it is the first that is
/// no function.
template <typename F> auto value_and_grad(F f, int64_t argnum = 0) {
  return detail::madeOf(std::move(f), [argnum](const auto &f, const auto &...xs) {
    using Gradient = typename detail::FirstNest<detail::Held<decltype(xs)>...>::type;
    using R = detail::Result<std::decay_t<decltype(f)>, decltype(xs)...>;
    detail::checkGradientType(argnum,
                              {detail::isGradient<Gradient, detail::Held<decltype(xs)>>...});
    auto [value, gradients] = detail::valueAndGradientOfNests(
        detail::ofNest<R, detail::Held<decltype(xs)>...>(f), detail::nestOf(xs...), {argnum});
    return std::pair<Tensor, Gradient>(value, Nested<Gradient>::together(gradients.at(0)));
  });
}
/// The derivative alone: `ct::grad(f)(x)`.
template <typename F> auto grad(F f, int64_t argnum = 0) {
  return detail::madeOf(std::move(f), [argnum](const auto &f, const auto &...xs) {
    return value_and_grad(f, argnum)(xs...).second;
  });
}
/// With respect to several arguments: the tensors of the gradients of all of them, one list.
template <typename F> auto grad(F f, std::vector<int64_t> argnums) {
  return [f = std::move(f), argnums](const auto &...xs) {
    using R = detail::Result<F, decltype(xs)...>;
    auto [value, gradients] = detail::valueAndGradientOfNests(
        detail::ofNest<R, detail::Held<decltype(xs)>...>(f), detail::nestOf(xs...), argnums);
    return detail::leaves(Nest(gradients));
  };
}

} // namespace ct
