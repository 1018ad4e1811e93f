#include "cotan/support/dtype_name.h"

namespace cotan {
namespace {

struct Names {
  llvm::StringLiteral inText, forUsers, inFiles;
};

/// In the order of DType.
constexpr Names namesOfTypes[] = {{"i1", "bool", "|b1"},
                                  {"i8", "int8", "|i1"},
                                  {"i16", "int16", "<i2"},
                                  {"i32", "int32", "<i4"},
                                  {"i64", "int64", "<i8"},
                                  {"ui8", "uint8", "|u1"},
                                  {"ui16", "uint16", "<u2"},
                                  {"ui32", "uint32", "<u4"},
                                  {"ui64", "uint64", "<u8"},
                                  {"f16", "float16", "<f2"},
                                  {"bf16", "bfloat16", ""},
                                  {"f32", "float32", "<f4"},
                                  {"f64", "float64", "<f8"},
                                  {"c64", "complex64", "<c8"},
                                  {"c128", "complex128", "<c16"},
                                  {"f8E4M3FN", "float8_e4m3", ""},
                                  {"f8E5M2", "float8_e5m2", ""},
                                  {"i4", "int4", ""},
                                  {"ui4", "uint4", ""}};
static_assert(std::size(namesOfTypes) == numDTypes);

} // namespace

llvm::StringRef nameOf(DType dtype) { return namesOfTypes[size_t(dtype)].inText; }
llvm::StringRef publicNameOf(DType dtype) { return namesOfTypes[size_t(dtype)].forUsers; }
llvm::StringRef npyNameOf(DType dtype) { return namesOfTypes[size_t(dtype)].inFiles; }

std::optional<DType> dtypeNamed(llvm::StringRef name) {
  for (unsigned i = 0; i < std::size(namesOfTypes); ++i)
    if (namesOfTypes[i].inText == name)
      return DType(i);
  return std::nullopt;
}

} // namespace cotan
