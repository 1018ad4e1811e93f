// The order of elements that sort, argsort, topk and searchsorted share.
#pragma once

#include "cotan/support/array.h"

#include <cmath>
#include <complex>

namespace cotan {

/// Whether `a` comes before `b` in increasing order.
template <typename T> bool isLess(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a < b || (std::isnan(b) && !std::isnan(a));
  else
    return a < b;
}
template <typename T> bool isLess(std::complex<T> a, std::complex<T> b) {
  auto nan = [](std::complex<T> x) { return 2 * std::isnan(x.real()) + std::isnan(x.imag()); };
  if (nan(a) != nan(b))
    return nan(a) < nan(b);
  if (isLess(a.real(), b.real()) || isLess(b.real(), a.real()))
    return isLess(a.real(), b.real());
  return isLess(a.imag(), b.imag());
}

/// Along `axis`, the indices of the elements in increasing or decreasing order. NaN counts as the
/// largest number; equal elements (-0 and 0 too) keep their order; complex numbers are ordered as
/// `prim.sort` says. The result has the shape of x.
Array orderAlong(const Array &x, int64_t axis, bool descending);

} // namespace cotan
