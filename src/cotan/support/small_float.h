// The floating-point types of 16 and 8 bits. Storage only: arithmetic happens in double, and the
// way back rounds once, to nearest even, so each operation on them is correctly rounded.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace cotan {

/// Without infinities the largest exponent is one of numbers, all bits set are NaN, and what is too
/// large becomes that.
template <int exponentBits, int mantissaBits, bool hasInfinity = true> struct SmallFloat {
  static_assert(exponentBits + mantissaBits == 15 || exponentBits + mantissaBits == 7);
  using Bits = std::conditional_t<exponentBits + mantissaBits == 15, uint16_t, uint8_t>;
  static constexpr int bias = (1 << (exponentBits - 1)) - 1, digits = mantissaBits;
  static constexpr int signBit = 1 << (exponentBits + mantissaBits);
  static constexpr int exponentOnes = ((1 << exponentBits) - 1) << mantissaBits;
  /// Bits of a quiet NaN, and of what is too large: infinity, where there is one.
  static constexpr int nan = hasInfinity ? exponentOnes | 1 << (mantissaBits - 1) : signBit - 1;
  static constexpr int tooLarge = hasInfinity ? exponentOnes : nan;

  Bits bits = 0;

  SmallFloat() = default;
  explicit SmallFloat(double value) : bits(encode(value)) {}
  operator double() const { return decode(bits); }

private:
  static Bits encode(double value) {
    const int sign = std::signbit(value) ? signBit : 0;
    if (std::isnan(value))
      return sign | nan;
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude))
      return sign | tooLarge;
    int exponent = 1 - bias;
    if (magnitude != 0)
      exponent = std::max(exponent, std::ilogb(magnitude));
    // Spacing of the representable numbers around `value`; nearbyint rounds halves to even.
    const double steps = std::nearbyint(std::ldexp(magnitude, mantissaBits - exponent));
    // A carry out of the mantissa moves into the exponent field by itself.
    const double code = steps + std::ldexp(double(exponent + bias - 1), mantissaBits);
    return sign | (code >= tooLarge ? tooLarge : static_cast<int>(code));
  }

  static double decode(int bits) {
    const int exponent = (bits & exponentOnes) >> mantissaBits;
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    double magnitude;
    if ((bits & (signBit - 1)) == tooLarge && hasInfinity)
      magnitude = std::numeric_limits<double>::infinity();
    else if ((bits & (signBit - 1)) > (hasInfinity ? tooLarge : nan - 1))
      magnitude = std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
      magnitude = std::ldexp(double(mantissa), 1 - bias - mantissaBits);
    else
      magnitude =
          std::ldexp(double(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
    return bits & signBit ? -magnitude : magnitude;
  }
};

using Float16 = SmallFloat<5, 10>;
using BFloat16 = SmallFloat<8, 7>;
/// The "fn" variant: finite numbers and NaN.
using Float8E4M3 = SmallFloat<4, 3, /*hasInfinity=*/false>;
using Float8E5M2 = SmallFloat<5, 2>;

template <typename T> inline constexpr bool isSmallFloat = false;
template <int exponent, int mantissa, bool hasInfinity>
inline constexpr bool isSmallFloat<SmallFloat<exponent, mantissa, hasInfinity>> = true;

} // namespace cotan
