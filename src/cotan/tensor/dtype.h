// Element types.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace ct {

/// Element types, in the order of those inside (cotan/support/dtype.h).
enum class DType : uint8_t {
  bool_,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
  float8_e4m3, // from here on for storage only: moved and converted, never computed with
  float8_e5m2,
  int4,
  uint4
};
using enum DType;

/// The element type of floats that say nothing else, as `ct::zeros({3})` and the sine of integers;
/// float32 until another is set.
DType default_dtype();
/// Sets it, in all threads, for what is made and traced from then on. Throws ValueError unless it
/// is float32 or float64.
void set_default_dtype(DType dtype);

/// As NumPy calls it: "float32".
std::string nameOf(DType dtype);
std::ostream &operator<<(std::ostream &out, DType dtype);
/// The type of this name; throws TypeError if there is none.
DType dtypeNamed(const std::string &name);
/// Real numbers with fractions.
bool isFloating(DType dtype);
/// Whether numbers of it are moved and converted, but never computed with.
bool isStorageOnly(DType dtype);
/// Complex numbers: complex64 and complex128.
bool isComplex(DType dtype);
/// Floats and complex numbers: all but integers and truth values.
bool isInexact(DType dtype);
/// Bytes of an element.
size_t itemSize(DType dtype);

/// The type that operands of these types are converted to.
DType promote_types(DType x, DType y);

} // namespace ct
