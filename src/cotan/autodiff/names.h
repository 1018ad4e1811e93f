// Attributes by which one pass tells another what a derivative added.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cotan {

/// On a function's result or argument, or on an op with effects that came with the reverse function
/// of a custom rule: the order of the derivative that added it.
inline constexpr llvm::StringLiteral orderName = "flow.order";

/// On a push made by addStacks: the frame of everything a region computes, for the dual that is
/// still to come. It is not part of the program that is differentiated.
inline constexpr llvm::StringLiteral residualsMark = "residuals";

/// On a function that the derivative of a call has made: which pair it is of (call_pairs.h). What
/// it does to stacks from outside fits what the other function of its pair does.
inline constexpr llvm::StringLiteral pairMark = "flow.pair";

/// On a function that forward mode has made of one that stays: of which, and what moves
/// (moved_functions.h).
inline constexpr llvm::StringLiteral movedMark = "flow.moved";

/// On the forward one of a pair: the function whose results it gives.
inline constexpr llvm::StringLiteral primalName = "flow.primal";

} // namespace cotan
