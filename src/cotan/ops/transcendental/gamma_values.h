// The functions that follow lgamma, as evaluations of several ops need them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace cotan {

using Real = long double;
inline constexpr Real infinity = std::numeric_limits<Real>::infinity();
inline constexpr Real notANumber = std::numeric_limits<Real>::quiet_NaN();

/// What prim.digamma and prim.polygamma are, in f64 and a little more.
Real digammaOf(Real x);
Real polygammaOf(int64_t order, Real x);

/// log(1 + d) - d, of which the first terms cancel.
inline Real logBeyondLinear(Real d) {
  if (std::fabs(d) > 0.3L)
    return std::log1p(d) - d;
  Real sum = 0, power = -d;
  for (int k = 2; k < 60; ++k)
    sum -= (power *= -d) / k;
  return sum;
}

/// lgamma(a) less (a - 1/2) log(a) - a + log(2 pi) / 2, of an a of at least 20.
inline Real stirlingRest(Real a) {
  const Real q = 1 / (a * a);
  return (1 / 12.0L - q * (1 / 360.0L - q * (1 / 1260.0L - q * (1 / 1680.0L - q / 1188)))) / a;
}

} // namespace cotan
