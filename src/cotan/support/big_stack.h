// A thread with a stack large enough for code that recurses over a program's nesting.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace cotan {

/// Large enough for `maxNesting` levels (nesting.h) in every MLIR pass we run; only what is used
/// becomes real memory.
inline constexpr size_t bigStackBytes = size_t{1} << 30;

/// Runs `function` on a thread with a stack of `bigStackBytes`, or on half, a quarter, ... where the
/// system refuses, and waits for it. What it throws is thrown here.
void runOnBigStack(llvm::function_ref<void()> function);

} // namespace cotan
