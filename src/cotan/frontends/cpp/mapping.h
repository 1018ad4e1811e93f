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

/// ct::vmap(f)(xs) along the first axes; ct::vmap(f, {0, std::nullopt})(xs, y).
template <typename F> auto vmap(F f, std::vector<MappedAxis> axes = {}) {
  return [f = std::move(f), axes = std::move(axes)](const auto &...xs) {
    constexpr size_t n = sizeof...(xs);
    std::vector<MappedAxis> all = axes.empty() ? std::vector<MappedAxis>(n, 0) : axes;
    return detail::as<detail::Result<F, detail::ToTensor<decltype(xs)>...>>(
        vmapFlat(detail::flat<n>(f), all)({Tensor(xs)...}));
  };
}

Tensor jacobianByRows(const Function &function, const Tensor &x);
Tensor jacobianByColumns(const Function &function, const Tensor &x);

/// The Jacobian of a function of one tensor, of the shape of its result, then that of x. `jacrev`
/// makes it row by row, for more arguments than results, `jacfwd` column by column.
template <typename F> auto jacrev(F f) {
  return [f = std::move(f)](const Tensor &x) { return jacobianByRows(detail::flat<1>(f), x); };
}
template <typename F> auto jacfwd(F f) {
  return [f = std::move(f)](const Tensor &x) { return jacobianByColumns(detail::flat<1>(f), x); };
}
/// The second derivatives of a function of one tensor.
template <typename F> auto hessian(F f) { return jacfwd(jacrev(std::move(f))); }

} // namespace ct
