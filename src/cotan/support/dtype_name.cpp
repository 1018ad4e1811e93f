#include "cotan/support/dtype_name.h"

namespace cotan {

llvm::StringRef nameOf(DType dtype) {
  static constexpr llvm::StringRef names[] = {"i1",   "i8",   "i16", "i32",  "i64", "ui8", "ui16",
                                              "ui32", "ui64", "f16", "bf16", "f32", "f64"};
  return names[static_cast<size_t>(dtype)];
}

std::optional<DType> dtypeNamed(llvm::StringRef name) {
  for (unsigned i = 0; i <= static_cast<unsigned>(DType::f64); ++i)
    if (nameOf(static_cast<DType>(i)) == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

} // namespace cotan
