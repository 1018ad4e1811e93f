// The inverse of the error function, which the C++ library lacks.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

namespace cotan {

/// Winitzki's approximation, then Halley's method on whichever of erf and erfc does not cancel.
inline long double inverseErf(long double x) {
  const long double size = std::fabs(x);
  if (size == 1)
    return std::copysign(std::numeric_limits<long double>::infinity(), x);
  if (!(size < 1))
    return std::numeric_limits<long double>::quiet_NaN();
  constexpr long double slope = 2 * std::numbers::inv_sqrtpi_v<long double>; // of erf at 0
  const long double log = std::log1p(-size * size), c = 0.147L;
  const long double t = 2 / (std::numbers::pi_v<long double> * c) + log / 2;
  // For small x the approximation cancels, and the function is a straight line.
  long double y = size < 1e-3L ? size / slope : std::sqrt(std::sqrt(t * t - log / c) - t);
  for (int i = 0; i < 4; ++i) {
    const long double error = size < 0.5L ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const long double step = error * std::exp(y * y) / slope;
    y -= step / (1 + y * step);
  }
  return std::copysign(y, x);
}

} // namespace cotan
