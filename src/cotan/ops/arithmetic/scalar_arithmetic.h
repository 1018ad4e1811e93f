// Wrapping arithmetic and IEEE ordering, which several ops' evaluations share.
#pragma once

#include "cotan/support/dtype.h"

#include <limits>

namespace cotan {

/// Unsigned arithmetic wraps where signed arithmetic would be undefined.
template <typename T> auto wrap(T x) {
  if constexpr (std::is_same_v<T, int64_t>)
    return static_cast<uint64_t>(x);
  else
    return x;
}

/// IEEE 754-2019's maximum: NaN wins, and zeros are told apart by sign.
template <typename T> T larger(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    if (a == b)
      return std::signbit(a) ? b : a;
  }
  return a > b ? a : b;
}

template <typename T> T smaller(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    if (a == b)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

/// What every number of the storage type T is at least; minus infinity for floats.
template <typename T> auto lowest() {
  if constexpr (isFloatStorage<T>)
    return -std::numeric_limits<double>::infinity();
  else
    return std::numeric_limits<T>::min();
}

/// What every number of the storage type T is at most; infinity for floats.
template <typename T> auto highest() {
  if constexpr (isFloatStorage<T>)
    return std::numeric_limits<double>::infinity();
  else
    return std::numeric_limits<T>::max();
}

} // namespace cotan
