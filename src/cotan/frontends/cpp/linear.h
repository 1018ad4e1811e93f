// Functions taken for linear at a point, and the transposes of linear ones.
#pragma once

#include "cotan/frontends/cpp/transform.h"

namespace ct {

/// The results, and a function from tangents of the arguments, which are floats, to those of the
/// results.
std::pair<Tensors, Function> linearizeFlat(const Function &function, const Tensors &arguments);
/// From cotangents of the results of a linear function to those of the arguments, which say what it
/// takes: their values do not matter.
Function linearTransposeFlat(const Function &function, const Tensors &arguments);

namespace detail {
/// Of a nest of tangents of the arguments a nest as the result.
std::pair<Nest, NestFunction> linearizeOfNests(const NestFunction &function, const Nest &arguments);
/// Of a cotangent of the result a nest as the arguments.
NestFunction linearTransposeOfNests(const NestFunction &function, const Nest &arguments);
} // namespace detail

/// The value of `f`, and a function from tangents of its arguments, nests of floats as they are, to
/// that of the value: auto [y, along] = ct::linearize(f, x, w); along(dx, dw). As jax.linearize,
/// for many directions at one point. The second function is compiled once; each call of it computes
/// the value's own way again, but prints nothing.
template <typename F, typename... Xs> auto linearize(const F &f, const Xs &...xs) {
  using R = detail::Result<F, Xs...>;
  auto [value, along] =
      detail::linearizeOfNests(detail::ofNest<R, detail::Held<Xs>...>(f), detail::nestOf(xs...));
  return std::pair(Nested<R>::together(value),
                   [along = along](const detail::Held<Xs> &...tangents) {
                     return Nested<R>::together(along(detail::nestOf(tangents...)));
                   });
}

/// The transpose of a linear function: from a cotangent of its result to the tuple of those of its
/// arguments, which are floats and say only what it takes:
/// auto [dx] = ct::linear_transpose(f, ct::zeros(3))(dy). Constants that it adds do not matter.
/// Throws ValueError if it is not linear, or cannot be seen to be.
template <typename F, typename... Xs> auto linear_transpose(const F &f, const Xs &...xs) {
  using R = detail::Result<F, Xs...>;
  using Arguments = std::tuple<detail::Held<Xs>...>;
  return [back = detail::linearTransposeOfNests(detail::ofNest<R, detail::Held<Xs>...>(f),
                                                detail::nestOf(xs...))](const R &cotangent) {
    return Nested<Arguments>::together(back(Nested<R>::apart(cotangent)));
  };
}

} // namespace ct
