// jit and gradients of ordinary functions of tensors. They nest in any order, also with the other
// transformations (derivatives.h, mapping.h).
#pragma once

#include "cotan/tensor/function.h"

#include <array>
#include <mutex>
#include <utility>

namespace ct {

struct JitOptions {
  /// For each argument the axes whose sizes stay open: the function is compiled once for all of
  /// them. Two open sizes that meet must be equal when it runs; ct::size gives one as a tensor.
  std::vector<std::vector<int64_t>> dynamic_axes = {};
  /// Whether functions that are called become functions of the program, each compiled once: "keep"
  /// all, or "inline" all but those that call themselves. If empty, where it makes the program much
  /// shorter. Inside of another compiled function that one says it.
  std::string calls = {};
};
/// Compiled on the first call with arguments of these shapes and element types. What the function
/// uses from outside keeps the value it had then.
Function jitFlat(Function function, JitOptions options = {});

struct ValueAndGradient {
  Tensors values;    // all results of the function
  Tensors gradients; // of the first one, which is a floating-point number; one per entry of argnums
};
ValueAndGradient valueAndGradientFlat(const Function &function, const Tensors &arguments,
                                      const std::vector<int64_t> &argnums);

/// The program a call of the function is, as MLIR text.
std::string programText(const Function &function, const Tensors &arguments);

namespace detail {
/// Each number of arguments has a compiled function of its own; most have one.
struct Compiled {
  std::array<std::once_flag, 9> once;
  std::array<Function, 9> functions;
};
} // namespace detail

/// ct::jit([](ct::Tensor x, ct::Tensor y) { return ct::tanh(x) * y; }), to be called as the lambda
/// is; ct::jit(f, {.dynamic_axes = {{0}, {}}}) for any number of rows of x.
/// Several threads may call it.
template <typename F> auto jit(F f, JitOptions options = {}) {
  return [f = std::move(f), options = std::move(options),
          compiled = std::make_shared<detail::Compiled>()](const auto &...xs) {
    constexpr size_t n = sizeof...(xs);
    static_assert(n < 9, "for more than 8 arguments use ct::jitFlat");
    std::call_once(compiled->once[n],
                   [&] { compiled->functions[n] = jitFlat(detail::flat<n>(f), options); });
    return detail::as<detail::Result<F, detail::ToTensor<decltype(xs)>...>>(
        compiled->functions[n]({Tensor(xs)...}));
  };
}

/// The value of `f`, which is its first result, and its derivative with respect to argument
/// `argnum`.
template <typename F> auto value_and_grad(F f, int64_t argnum = 0) {
  return [f = std::move(f), argnum](const auto &...xs) {
    auto both = valueAndGradientFlat(detail::flat<sizeof...(xs)>(f), {Tensor(xs)...}, {argnum});
    return std::pair<Tensor, Tensor>(both.values.at(0), both.gradients.at(0));
  };
}
template <typename F> auto grad(F f, int64_t argnum = 0) {
  return [both = value_and_grad(std::move(f), argnum)](const auto &...xs) {
    return both(xs...).second;
  };
}
/// With respect to several arguments.
template <typename F> auto grad(F f, std::vector<int64_t> argnums) {
  return [f = std::move(f), argnums](const auto &...xs) {
    return valueAndGradientFlat(detail::flat<sizeof...(xs)>(f), {Tensor(xs)...}, argnums).gradients;
  };
}

} // namespace ct
