// A thread with a stack large enough for code that recurses over a program's nesting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace cotan {

/// Large enough for `maxNesting` levels (nesting.h) in every MLIR pass we run; only what is used
/// becomes real memory.
inline constexpr size_t bigStackBytes = size_t{1} << 30;

/// Runs `function` on a thread with a stack of `bigStackBytes`, or on half, a quarter, ... where
/// the system refuses, and waits for it. What it throws is thrown here. If this thread is
/// interrupted, so is `function`, and then this thread (support/interruption.h).
void runOnBigStack(const std::function<void()> &function);

/// The same, but an interrupted thread does not wait: `job`, which throws nothing, ends on its own,
/// and must own what it uses. False if it may not have ended yet, and the thread is to stop.
bool runOrLeaveOnBigStack(std::function<void()> job);

/// Starts a thread with such a stack that calls `function`, which throws nothing, until the process
/// ends. False if there is none to be had.
bool startOnBigStack(void (*function)(void *), void *argument);

/// Gives back what deep recursion took of this thread's stack.
void trimStack();

/// The lowest address that the stack of this thread may come to, with room left for what is called
/// there; near by if that cannot be found out.
int64_t leastStackAddress();

} // namespace cotan
