// Running reductions by a function of the user's.
#pragma once

#include "cotan/frontends/cpp/transform.h"

namespace ct {

/// `combine` takes slices of all elements, then those that come after them, and returns as many.
Tensors associativeScanFlat(const Function &combine, const Tensors &elements, int64_t axis = 0,
                            bool reverse = false);

namespace detail {
Nest associativeScanOfNests(const NestFunction &combine, const Nest &elements, int64_t axis,
                            bool reverse);
} // namespace detail

/// The running reduction of the tensors of a nest along `axis` by an associative function.
/// `f(a, b)` combines two nests of slices, elementwise along the axis. It is called for many pairs
/// at once, a number of times that grows with the logarithm of the axis's size. Throws ValueError
/// if the tensors are of different sizes along the axis or have none. As
/// jax.lax.associative_scan.
template <typename F, typename X>
auto associative_scan(const F &f, const X &elements, int64_t axis = 0, bool reverse = false) {
  using Held = detail::Held<X>;
  return Nested<Held>::together(detail::associativeScanOfNests(
      detail::ofNest<Held, Held, Held>(f), Nested<Held>::apart(elements), axis, reverse));
}
/// A truth value is no axis.
template <typename F, typename X, std::same_as<bool> Flag, typename... Others>
auto associative_scan(const F &, const X &, Flag, Others...) = delete;

} // namespace ct
