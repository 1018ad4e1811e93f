// What the kernels of eigenvalues and factorizations share: sizes, NaN, and vectors of which the
// leading element is real and positive.
#pragma once

#include "cotan/runtime/kernels/matrices.h"

#include <cmath>

namespace cotan {

/// LAPACK counts its workspace, some 4 n^2 numbers of the smaller side n, in 32 bits.
inline constexpr int64_t longestSide = 23000;

/// An error if one of the matrices has a factor that LAPACK cannot compute.
inline int32_t checkSides(const MatrixBatch &all) {
  if (int32_t status = checkSizes(all))
    return status;
  if (std::min(all.rows, all.columns) > longestSide)
    return setError(
        "a matrix of " + std::to_string(all.rows) + " rows and " + std::to_string(all.columns) +
        " columns is too large; the smaller side may be " + std::to_string(longestSide));
  return 0;
}

inline bool isFinite(std::floating_point auto x) { return std::isfinite(x); }
template <typename R> bool isFinite(std::complex<R> z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

template <typename C> bool areFinite(const C *x, int64_t count) {
  return std::all_of(x, x + count, [](C value) { return isFinite(value); });
}

template <typename C> void fillNaN(C *x, int64_t count) { std::fill(x, x + count, nanOf<C>()); }

template <std::floating_point R> R conjugate(R x) { return x; }
template <typename R> std::complex<R> conjugate(std::complex<R> z) { return std::conj(z); }

/// x / |x|, and 1 of 0.
template <std::floating_point R> R phaseOf(R x) { return x < 0 ? R(-1) : R(1); }
template <typename R> std::complex<R> phaseOf(std::complex<R> z) {
  return z == R(0) ? std::complex<R>(1) : z / std::abs(z);
}

/// The first of the elements about as large as the largest. They lie `step` apart.
template <typename C> int64_t leadingOf(const C *x, int64_t count, int64_t step) {
  Part<C> largest = 0;
  for (int64_t i = 0; i < count; ++i)
    largest = std::max(largest, std::abs(x[i * step]));
  for (int64_t i = 0; i < count; ++i)
    if (std::abs(x[i * step]) >= Part<C>(0.9) * largest)
      return i * step;
  return 0;
}

template <typename C> void scale(C *x, int64_t count, int64_t step, C factor) {
  if (factor == C(1))
    return;
  for (int64_t i = 0; i < count; ++i)
    x[i * step] *= factor;
}

/// Makes the leading element real and positive. Answers what it was of these.
template <typename C> C turn(C *x, int64_t count, int64_t step) {
  C &leading = x[leadingOf(x, count, step)];
  const C phase = phaseOf(leading);
  scale(x, count, step, conjugate(phase));
  leading = std::real(leading); // not but for rounding
  return phase;
}

} // namespace cotan
