// vjp, jvp and Taylor mode. They nest in any order.
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

/// What jetFlat returns.
struct Jet {
  Tensors values;
  std::vector<Tensors> series; // of each result that is a float: first, second, ... derivative
};
/// The derivatives of the results along a curve that is `primals` at 0 and has the derivatives
/// `series` there, a list for each primal; missing ones are zero. All orders are made at once,
/// through loops and branches; the time grows with the square of the order. (Griewank and Walther,
/// Evaluating Derivatives, chapter 13.)
Jet jetFlat(const Function &function, const Tensors &primals, const std::vector<Tensors> &series);

namespace detail {
/// The result, and a function from its cotangent to those of the arguments.
std::pair<Nest, Function> vjpOfNests(const NestFunction &function, const Nest &arguments);
std::pair<Nest, Nest> jvpOfNests(const NestFunction &function, const Nest &primal,
                                 const Nest &tangent);
std::pair<Nest, std::vector<Tensors>> jetOfNests(const NestFunction &function, const Nest &primal,
                                                 const Tensors &series);
} // namespace detail

/// The value, and a function from its cotangent to the list of those of the arguments' floats:
/// auto [y, back] = ct::vjp(f, x); Tensor slope = back(dy)[0];
template <typename F, typename... Xs> auto vjp(const F &f, const Xs &...xs) {
  using R = detail::Result<F, Xs...>;
  auto [values, back] =
      detail::vjpOfNests(detail::ofNest<R, detail::Held<Xs>...>(f), detail::nestOf(xs...));
  return std::pair(Nested<R>::together(values), [back = back](const R &cotangent) {
    return back(detail::leaves(Nested<R>::apart(cotangent)));
  });
}

/// The value of a function of one nest of floats, and its derivative in the direction `tangent`.
template <typename F, typename X>
auto jvp(const F &f, const X &primal, const detail::Held<X> &tangent) {
  using R = detail::Result<F, X>;
  auto [value, moved] = detail::jvpOfNests(detail::ofNest<R, detail::Held<X>>(f),
                                           detail::nestOf(primal), detail::nestOf(tangent));
  return std::pair(Nested<R>::together(value), Nested<R>::together(moved));
}

/// The value of a function of one tensor, and its first, second, ... derivative along a curve; of
/// a function with several results such a list for each that is a float.
template <typename F> auto jet(const F &f, const Tensor &primal, const Tensors &series) {
  using R = detail::Result<F, Tensor>;
  auto [value, found] =
      detail::jetOfNests(detail::ofNest<R, Tensor>(f), detail::nestOf(primal), series);
  if constexpr (std::is_same_v<R, Tensor>)
    return std::pair(value.tensor(), found.at(0));
  else
    return std::pair(Nested<R>::together(value), found);
}

} // namespace ct
