// Numbers that are the same on every processor, to the last bit.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cotan {

/// On an op whose machine code is a function such as exp: on every processor it is the same
/// formula, though on some another one, or a library, takes less time. No constant takes its place.
inline constexpr llvm::StringLiteral reproducibleMark = "cotan.reproducible";

} // namespace cotan
