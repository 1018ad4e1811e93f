// Signs, whole parts, exponents and divisors of numbers, elementwise.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

namespace ct {

/// The bits of each element read as another type of the same width.
Tensor bitcast_convert_type(const Tensor &x, DType dtype);
/// Whether the sign is minus, also that of -0 and NaN.
Tensor signbit(const Tensor &x);
/// The size of `x1` with the sign of `x2`.
Tensor copysign(const Tensor &x1, const Tensor &x2);
Tensor isposinf(const Tensor &x);
Tensor isneginf(const Tensor &x);
/// What division rounded towards zero leaves over; it has the sign of `x1`.
Tensor fmod(const Tensor &x1, const Tensor &x2);
/// floor_divide and remainder.
std::pair<Tensor, Tensor> divmod(const Tensor &x1, const Tensor &x2);
/// The part behind the point and the whole part, both with the sign of `x`.
std::pair<Tensor, Tensor> modf(const Tensor &x);
/// x1 * 2^x2, also where 2^x2 alone would overflow. `x2` are integers.
Tensor ldexp(const Tensor &x1, const Tensor &x2);
/// The greatest common divisor and the least common multiple of integers, never negative.
Tensor gcd(const Tensor &x1, const Tensor &x2);
Tensor lcm(const Tensor &x1, const Tensor &x2);

} // namespace ct
