// The functions that follow lgamma, as evaluations of several ops need them.
#pragma once

#include <cstdint>
#include <limits>

namespace cotan {

using Real = long double;
inline constexpr Real infinity = std::numeric_limits<Real>::infinity();
inline constexpr Real notANumber = std::numeric_limits<Real>::quiet_NaN();

/// What prim.digamma and prim.polygamma are, in f64 and a little more.
Real digammaOf(Real x);
Real polygammaOf(int64_t order, Real x);

} // namespace cotan
