// The order of complex numbers: by the real part, then by the imaginary one; those with NaN come
// last, at first those whose real part is a number.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <tuple>

namespace cotan {

/// Which parts are NaN; what comes later is more.
template <typename T> uint8_t nanPartsOf(std::complex<T> z) {
  return 2 * std::isnan(z.real()) + std::isnan(z.imag());
}

/// What compares as the numbers do; without NaN, which compares with nothing.
template <typename T> std::tuple<uint8_t, T, T> orderOf(std::complex<T> z) {
  auto number = [](T x) { return std::isnan(x) ? T(0) : x; };
  return {nanPartsOf(z), number(z.real()), number(z.imag())};
}

} // namespace cotan
