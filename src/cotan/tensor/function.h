// Functions of nests, as loops, branches and transformations take them.
#pragma once

#include "cotan/tensor/closure.h"

#include <functional>

namespace ct {

/// The form every function has underneath; templates take lambdas of any nests.
using Function = std::function<Tensors(const Tensors &)>;
using NestFunction = std::function<Nest(const Nest &arguments)>;

namespace detail {
/// What a transformation of functions of lists makes of a function of nests: `transform` gets that
/// as one of lists, and the leaves of the arguments. It returns the results, with others behind
/// them, which are returned beside the nest.
std::pair<Nest, Tensors>
onLeaves(const NestFunction &function, const Nest &arguments,
         const std::function<Tensors(const Function &, const Tensors &)> &transform);

template <typename F, typename... Xs>
using Result = Held<std::invoke_result_t<const F &, const Held<Xs> &...>>;

template <typename... Xs, typename F, size_t... I>
decltype(auto) spread(const F &f, const Nest &arguments, std::index_sequence<I...>) {
  return f(part<Xs>(arguments, I)...);
}

/// A function of these as one of a nest. It refers to `f`.
template <typename R, typename... Xs, typename F> NestFunction ofNest(const F &f) {
  return [&f](const Nest &arguments) {
    R result = spread<Xs...>(f, arguments, std::index_sequence_for<Xs...>());
    return Nested<R>::apart(result);
  };
}

template <typename... Xs> Nest nestOf(const Xs &...xs) { return nest<Held<Xs>...>(xs...); }

/// The function that does what `make` does with `f` and the arguments. If `f` is a closure it is
/// one, which holds f by value.
template <typename F, typename Make> auto madeOf(F f, Make make) {
  return [f = std::move(f), make = std::move(make)](const auto &...xs) { return make(f, xs...); };
}
template <typename R, typename... Xs, typename Make> auto madeOf(Closure<R(Xs...)> f, Make make) {
  using Made = Result<Make, Closure<R(Xs...)>, Xs...>;
  return Closure<Made(Xs...)>(std::move(make), f);
}
} // namespace detail

} // namespace ct
