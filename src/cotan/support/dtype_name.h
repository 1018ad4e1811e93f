// The names of element types: in MLIR text, for users and in files.
#pragma once

#include "cotan/support/dtype.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cotan {

/// As in MLIR text: "f64", "i1", "ui8".
llvm::StringRef nameOf(DType dtype);
/// As NumPy calls it: "float32".
llvm::StringRef publicNameOf(DType dtype);
/// As in headers of .npy files, "<f4"; empty if NumPy has no such type.
llvm::StringRef npyNameOf(DType dtype);

/// "f64" to DType::f64; none if there is no such type.
std::optional<DType> dtypeNamed(llvm::StringRef name);

} // namespace cotan
