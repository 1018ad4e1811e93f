// The types that kernels compute in, and the way from stored numbers to them and back.
#pragma once

#include "cotan/support/dtype.h"

#include <bit>
#include <type_traits>

namespace cotan {

// Bit by bit, because SmallFloat's own conversions are exact for any double and therefore slow.

inline float widen(BFloat16 x) { return std::bit_cast<float>(uint32_t(x.bits) << 16); }

inline float widen(Float16 x) {
  uint32_t bits = uint32_t(x.bits & 0x7FFF) << 13; // of a float that is 2^112 times too small
  float magnitude = std::bit_cast<float>(bits) * 0x1p112f;
  if (magnitude >= 65536.0f) // infinity or NaN
    magnitude = std::bit_cast<float>(bits | 0x7F800000);
  return x.bits & 0x8000 ? -magnitude : magnitude;
}

template <typename T>
  requires std::is_arithmetic_v<T>
T widen(T x) {
  return x;
}

inline BFloat16 toBFloat16(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  BFloat16 result;
  result.bits = x != x ? (bits >> 16) | 0x40 : (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
  return result;
}

inline Float16 toFloat16(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x), sign = bits & 0x80000000;
  bits ^= sign;
  uint32_t half;
  if (bits >= 0x47800000) // 65536: infinity, or NaN
    half = bits > 0x7F800000 ? 0x7E00 : 0x7C00;
  else if (bits < 0x38800000) // subnormal: adding 0.5 rounds where the last bit will be
    half = std::bit_cast<uint32_t>(std::bit_cast<float>(bits) + 0.5f) - 0x3F000000;
  else
    half = (bits - 0x38000000 + 0xFFF + ((bits >> 13) & 1)) >> 13;
  Float16 result;
  result.bits = half | sign >> 16;
  return result;
}

/// The storage type's number nearest to an f32. What is computed in wider types comes here
/// directly: for f16 and bf16 that rounds once only if it was computed in f32.
template <typename T, typename W> T narrow(W x) {
  if constexpr (std::is_same_v<T, BFloat16>)
    return toBFloat16(static_cast<float>(x));
  else if constexpr (std::is_same_v<T, Float16>)
    return toFloat16(static_cast<float>(x));
  else
    return static_cast<T>(x);
}

template <typename T>
inline constexpr bool isHalf = std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;

/// Integers as 64 bits of the same sign.
template <typename T>
using WideInteger = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;

/// Where running sums, products and extrema are kept.
template <typename T>
using WideNumber = typename std::conditional_t<isFloatStorage<T>, std::type_identity<double>,
                                               std::type_identity<WideInteger<T>>>::type;

/// Integer sums and products wrap around, which only unsigned ones may.
template <typename W> W wrappingSum(W a, W b) {
  if constexpr (std::is_integral_v<W>)
    return static_cast<W>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else
    return a + b;
}
template <typename W> W wrappingProduct(W a, W b) {
  if constexpr (std::is_integral_v<W>)
    return static_cast<W>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else
    return a * b;
}

} // namespace cotan
