// The names of element types, as in MLIR text: "f64", "i1", "ui8".
#pragma once

#include "cotan/support/dtype.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cotan {

llvm::StringRef nameOf(DType dtype);

/// "f64" to DType::f64; none if there is no such type.
std::optional<DType> dtypeNamed(llvm::StringRef name);

} // namespace cotan
