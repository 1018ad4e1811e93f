#include "cotan/support/dtype.h"

namespace cotan {

size_t sizeOf(DType dtype) {
  return visitDType(dtype, [](auto element) { return sizeof(element); });
}

llvm::StringRef nameOf(DType dtype) {
  static constexpr llvm::StringRef names[] = {"i1",   "i8",   "i16", "i32",  "i64", "ui8", "ui16",
                                              "ui32", "ui64", "f16", "bf16", "f32", "f64"};
  return names[static_cast<size_t>(dtype)];
}

} // namespace cotan
