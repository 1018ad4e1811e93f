// Arguments that give their memory to the program.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cotan {

/// On such an argument of a function.
inline constexpr llvm::StringLiteral donatedMark = "cotan.donated";

} // namespace cotan
