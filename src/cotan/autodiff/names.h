// Attributes by which one pass tells another what a derivative added.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cotan {

/// On a function's result or argument: the order of the derivative that added it.
inline constexpr llvm::StringLiteral orderName = "flow.order";

} // namespace cotan
