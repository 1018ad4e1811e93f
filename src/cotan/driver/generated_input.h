// Inputs that are made rather than read: zeros, ones and seeded random numbers.
#pragma once

#include "cotan/support/array.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace cotan {

/// An element type and a shape without open sizes.
struct ArrayType {
  DType dtype;
  llvm::SmallVector<int64_t> shape;
};

/// "f32[8,3]" or "f32".
llvm::Expected<ArrayType> parseArrayType(llvm::StringRef text);

/// Whether `text` asks for a made input (inputs.h lists the forms).
bool asksForGenerated(llvm::StringRef text);

/// Makes it; `expected` is what the argument's type says, if that leaves nothing open. The same
/// text gives the same numbers on every machine.
llvm::Expected<Array> generateInput(llvm::StringRef text, const std::optional<ArrayType> &expected);

} // namespace cotan
