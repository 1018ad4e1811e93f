// The 16-bit floating-point types. Storage only: arithmetic happens in double, and the way back
// rounds once, to nearest even, so each operation on them is correctly rounded.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cotan {

template <int exponentBits, int mantissaBits> struct SmallFloat {
  static_assert(exponentBits + mantissaBits == 15);
  static constexpr int bias = (1 << (exponentBits - 1)) - 1;

  uint16_t bits = 0;

  SmallFloat() = default;
  explicit SmallFloat(double value) : bits(encode(value)) {}
  operator double() const { return decode(bits); }

private:
  static constexpr uint16_t infinity = ((1 << exponentBits) - 1) << mantissaBits;

  static uint16_t encode(double value) {
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value))
      return sign | infinity | (1 << (mantissaBits - 1));
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude))
      return sign | infinity;
    int exponent = 1 - bias;
    if (magnitude != 0)
      exponent = std::max(exponent, std::ilogb(magnitude));
    // Spacing of the representable numbers around `value`; nearbyint rounds halves to even.
    const double steps = std::nearbyint(std::ldexp(magnitude, mantissaBits - exponent));
    // A carry out of the mantissa moves into the exponent field by itself.
    const double code = steps + std::ldexp(double(exponent + bias - 1), mantissaBits);
    return sign | (code >= infinity ? infinity : static_cast<uint16_t>(code));
  }

  static double decode(uint16_t bits) {
    const int exponent = (bits & infinity) >> mantissaBits;
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    double magnitude;
    if (exponent == (1 << exponentBits) - 1)
      magnitude = mantissa ? std::numeric_limits<double>::quiet_NaN()
                           : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
      magnitude = std::ldexp(double(mantissa), 1 - bias - mantissaBits);
    else
      magnitude =
          std::ldexp(double(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
    return bits & 0x8000 ? -magnitude : magnitude;
  }
};

using Float16 = SmallFloat<5, 10>;
using BFloat16 = SmallFloat<8, 7>;

} // namespace cotan
