// Element types of arrays and the C++ types that store them. Their names: dtype_name.h.
#pragma once

#include "cotan/support/small_float.h"
#include "cotan/support/small_integer.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace cotan {

enum class DType : uint8_t {
  i1,
  i8,
  i16,
  i32,
  i64,
  ui8,
  ui16,
  ui32,
  ui64,
  f16,
  bf16,
  f32,
  f64,
  c64, // pairs of f32: complex numbers
  c128,
  f8E4M3, // from here on for storage only: numbers are moved and converted, never computed with
  f8E5M2,
  i4,
  ui4
};
constexpr unsigned numDTypes = unsigned(DType::ui4) + 1;

/// Numbers of these types are moved and converted, never computed with.
constexpr bool isStorageOnly(DType dtype) { return dtype >= DType::f8E4M3; }
constexpr bool isFloat8(DType dtype) { return dtype >= DType::f8E4M3 && dtype <= DType::f8E5M2; }
constexpr bool isFloat(DType dtype) {
  return (dtype >= DType::f16 && dtype <= DType::f64) || isFloat8(dtype);
}
constexpr bool isComplex(DType dtype) { return dtype == DType::c64 || dtype == DType::c128; }
/// Of the parts of complex numbers.
constexpr DType partOf(DType dtype) { return dtype == DType::c64 ? DType::f32 : DType::f64; }
constexpr bool isUnsigned(DType dtype) {
  return (dtype >= DType::ui8 && dtype <= DType::ui64) || dtype == DType::ui4;
}

/// Bytes one element takes in an array: the least type has one, too.
size_t sizeOf(DType dtype);

/// Calls `f` with a value-initialized object of the C++ type that stores `dtype`, of real numbers
/// that are computed with. Complex numbers are left out: most ops meet their parts alone
/// (ir/rules/complex_parts.h).
template <typename F> decltype(auto) visitDType(DType dtype, F &&f) {
  switch (dtype) {
  case DType::i1: return f(bool{});
  case DType::i8: return f(int8_t{});
  case DType::i16: return f(int16_t{});
  case DType::i32: return f(int32_t{});
  case DType::i64: return f(int64_t{});
  case DType::ui8: return f(uint8_t{});
  case DType::ui16: return f(uint16_t{});
  case DType::ui32: return f(uint32_t{});
  case DType::ui64: return f(uint64_t{});
  case DType::f16: return f(Float16{});
  case DType::bf16: return f(BFloat16{});
  case DType::f32: return f(float{});
  case DType::f64: return f(double{});
  default: break;
  }
  __builtin_unreachable();
}

/// As visitDType, with complex numbers.
template <typename F> decltype(auto) visitElement(DType dtype, F &&f) {
  if (dtype == DType::c64)
    return f(std::complex<float>{});
  if (dtype == DType::c128)
    return f(std::complex<double>{});
  return visitDType(dtype, std::forward<F>(f));
}

/// As visitDType, with the types for storage only.
template <typename F> decltype(auto) visitReal(DType dtype, F &&f) {
  switch (dtype) {
  case DType::f8E4M3: return f(Float8E4M3{});
  case DType::f8E5M2: return f(Float8E5M2{});
  case DType::i4: return f(Int4{});
  case DType::ui4: return f(UInt4{});
  default: return visitDType(dtype, std::forward<F>(f));
  }
}

/// Every element type there is.
template <typename F> decltype(auto) visitStored(DType dtype, F &&f) {
  return isComplex(dtype) ? visitElement(dtype, std::forward<F>(f))
                          : visitReal(dtype, std::forward<F>(f));
}

/// For those who only move elements, which may be of any type: calls `f` with an unsigned integer
/// of their size.
template <typename F> decltype(auto) visitBits(DType dtype, F &&f) {
  switch (sizeOf(dtype)) {
  case 1: return f(uint8_t{});
  case 2: return f(uint16_t{});
  case 4: return f(uint32_t{});
  case 8: return f(uint64_t{});
  default: return f((unsigned __int128){});
  }
}

/// As visitDType, for arrays of numbers: i1 is left out.
template <typename F> decltype(auto) visitNumber(DType dtype, F &&f) {
  switch (dtype) {
  case DType::i1:
  case DType::i8: return f(int8_t{});
  case DType::i16: return f(int16_t{});
  case DType::i32: return f(int32_t{});
  case DType::i64: return f(int64_t{});
  case DType::ui8: return f(uint8_t{});
  case DType::ui16: return f(uint16_t{});
  case DType::ui32: return f(uint32_t{});
  case DType::ui64: return f(uint64_t{});
  case DType::f16: return f(Float16{});
  case DType::bf16: return f(BFloat16{});
  case DType::f32: return f(float{});
  case DType::f64: return f(double{});
  default: break;
  }
  __builtin_unreachable();
}

template <typename T>
inline constexpr bool isFloatStorage = std::is_floating_point_v<T> || isSmallFloat<T>;

template <typename T>
inline constexpr bool isComplexStorage =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

} // namespace cotan
