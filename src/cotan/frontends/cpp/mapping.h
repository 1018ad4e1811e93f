// Many calls at once, and Jacobians by them.
#pragma once

#include "cotan/frontends/cpp/transform.h"

#include <optional>

namespace ct {

/// Along which axis of an argument the calls go; none: each gets the whole of it.
using MappedAxis = std::optional<int64_t>;

/// `function` of each slice of the arguments along `axes`, one per argument. The calls' results lie
/// along a new first axis. Each call takes its own way at branches and its own number of turns in
/// loops; what they share is computed once.
Function vmapFlat(Function function, std::vector<MappedAxis> axes);

namespace detail {
Nest vmapOfNests(const NestFunction &function, const Nest &arguments,
                 const std::vector<MappedAxis> &axes);
Tensor jacobianByRows(const NestFunction &function, const Tensor &x);
Tensor jacobianByColumns(const NestFunction &function, const Tensor &x);
} // namespace detail

/// `f` of each slice of its arguments: ct::vmap(f)(xs) along the first axes; ct::vmap(f, {0,
/// std::nullopt})(xs, y). The axis of an argument is that of all its tensors.
template <typename F> auto vmap(F f, std::vector<MappedAxis> axes = {}) {
  return detail::madeOf(std::move(f), [axes = std::move(axes)](const auto &f, const auto &...xs) {
    using R = detail::Result<std::decay_t<decltype(f)>, decltype(xs)...>;
    return Nested<R>::together(detail::vmapOfNests(
        detail::ofNest<R, detail::Held<decltype(xs)>...>(f), detail::nestOf(xs...), axes));
  });
}

/// The Jacobian of a function of one tensor, of the shape of its result, then that of x. `jacrev`
/// makes it row by row, for more arguments than results, `jacfwd` column by column.
template <typename F> auto jacrev(F f) {
  return [f = std::move(f)](const Tensor &x) {
    return detail::jacobianByRows(detail::ofNest<Tensor, Tensor>(f), x);
  };
}
template <typename F> auto jacfwd(F f) {
  return [f = std::move(f)](const Tensor &x) {
    return detail::jacobianByColumns(detail::ofNest<Tensor, Tensor>(f), x);
  };
}
/// The second derivatives of a function of one tensor.
template <typename F> auto hessian(F f) { return jacfwd(jacrev(std::move(f))); }

} // namespace ct
