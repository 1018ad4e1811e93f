// Integers of 4 bits, one in a byte. Storage only: they are computed with as int.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace cotan {

template <typename Byte> struct SmallInteger {
  static constexpr int bits = 4;

  Byte value = 0; // as the number itself: the upper bits repeat the sign

  SmallInteger() = default;
  /// Integers wrap around; of floats the part behind the point is left out first.
  template <typename T>
    requires std::is_arithmetic_v<T>
  explicit constexpr SmallInteger(T number) : value(wrapped(static_cast<int64_t>(number))) {}
  constexpr operator int() const { return value; }

private:
  static constexpr Byte wrapped(int64_t number) {
    const auto low = static_cast<uint8_t>(uint64_t(number) << bits);
    return static_cast<Byte>(static_cast<Byte>(low) >>
                             bits); // of a signed type the sign is repeated
  }
};

using Int4 = SmallInteger<int8_t>;
using UInt4 = SmallInteger<uint8_t>;

template <typename T> inline constexpr bool isSmallInteger = false;
template <typename Byte> inline constexpr bool isSmallInteger<SmallInteger<Byte>> = true;

} // namespace cotan

template <typename Byte> struct std::numeric_limits<cotan::SmallInteger<Byte>> {
  using Number = cotan::SmallInteger<Byte>;

  static constexpr bool is_specialized = true, is_integer = true, is_exact = true;
  static constexpr bool is_signed = std::is_signed_v<Byte>, has_infinity = false;
  static constexpr bool has_quiet_NaN = false, is_bounded = true;
  static constexpr int digits = Number::bits - is_signed;
  static constexpr Number min() { return Number(is_signed ? -(1 << digits) : 0); }
  static constexpr Number lowest() { return min(); }
  static constexpr Number max() { return Number((1 << digits) - 1); }
};
