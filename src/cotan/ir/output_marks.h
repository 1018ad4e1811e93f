// What becomes of a flow.print that is no line of the program's.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cotan {

/// Its first value is the turn of a loop, an integer; -1 after the last one. It prints now and
/// then, as often as somebody wants to look, and at the first turn and after the last one.
inline constexpr llvm::StringLiteral progressMark = "cotan.progress";

/// The program stops there: its values go to who wants to look at them, where somebody does.
inline constexpr llvm::StringLiteral stopMark = "cotan.stop";

} // namespace cotan
