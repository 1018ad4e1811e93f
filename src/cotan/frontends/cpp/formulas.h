// Elementwise functions that are formulas of others. They promote element types and broadcast
// shapes; their derivatives are finite wherever those of the functions are.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

/// sin(pi x) / (pi x), and 1 at 0, where the derivatives are right as well.
Tensor sinc(const Tensor &x);
/// 0 below 0, 1 above it, and `x2` at 0.
Tensor heaviside(const Tensor &x1, const Tensor &x2);
/// log(exp(x1) + exp(x2)) without overflow.
Tensor logaddexp(const Tensor &x1, const Tensor &x2);
/// log2(2^x1 + 2^x2) without overflow.
Tensor logaddexp2(const Tensor &x1, const Tensor &x2);
/// Degrees to radians, and back.
Tensor deg2rad(const Tensor &x);
Tensor rad2deg(const Tensor &x);
/// `power` of floats, also where both are integers.
Tensor float_power(const Tensor &x, const Tensor &y);
/// NaN replaced by `nan`, infinities by `posinf` and `neginf`: without these, by the largest and
/// the smallest finite number.
Tensor nan_to_num(const Tensor &x, const Tensor &nan = 0.0,
                  const std::optional<Tensor> &posinf = {},
                  const std::optional<Tensor> &neginf = {});
/// To this many decimal places, halves to the even one. Integers stay as they are.
Tensor round(const Tensor &x, int64_t decimals = 0);
/// As jax.lax.clamp: `x`, but at least `min` and at most `max`.
Tensor clamp(const Tensor &min, const Tensor &x, const Tensor &max);
/// `x` as it is, or as a number if it is a truth value.
Tensor positive(const Tensor &x);
/// The absolute value as a float.
Tensor fabs(const Tensor &x);
/// The larger and the smaller one; of a number and NaN, the number.
Tensor fmax(const Tensor &x1, const Tensor &x2);
Tensor fmin(const Tensor &x1, const Tensor &x2);

} // namespace ct
