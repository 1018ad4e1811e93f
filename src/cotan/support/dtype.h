// Element types of arrays and the C++ types that store them. Their names: dtype_name.h.
#pragma once

#include "cotan/support/small_float.h"

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
  c128
};
constexpr unsigned numDTypes = unsigned(DType::c128) + 1;

/// Calls `f` with a value-initialized object of the C++ type that stores `dtype`. Complex numbers
/// are left out: most ops meet their parts alone (transforms/split_complex.h).
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
  case DType::c64:
  case DType::c128: break;
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
  case DType::c64:
  case DType::c128: break;
  }
  __builtin_unreachable();
}

template <typename T>
inline constexpr bool isFloatStorage =
    std::is_floating_point_v<T> || std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;

template <typename T>
inline constexpr bool isComplexStorage =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

inline bool isFloat(DType dtype) { return dtype >= DType::f16 && dtype <= DType::f64; }
inline bool isComplex(DType dtype) { return dtype >= DType::c64; }
/// Of the parts of complex numbers.
inline DType partOf(DType dtype) { return dtype == DType::c64 ? DType::f32 : DType::f64; }
inline bool isUnsigned(DType dtype) { return dtype >= DType::ui8 && dtype <= DType::ui64; }

/// Bytes one element takes in an array.
size_t sizeOf(DType dtype);

} // namespace cotan
