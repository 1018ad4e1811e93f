// Programs that take their own time.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cotan {

/// On a function that is compiled so that each run fills a runtime::Profile. It is part of the
/// program's text, so caches tell its code from other.
inline constexpr llvm::StringLiteral profiledMark = "cotan.profiled";

} // namespace cotan
