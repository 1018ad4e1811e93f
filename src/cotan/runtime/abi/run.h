// What generated code reads and writes of a run.
#pragma once

#include <atomic>
#include <cstdint>

namespace cotan::abi {

/// What generated code counts itself where it is profiled; the runtime's part: runtime/profile.h.
struct ProbeNode {
  int64_t turns = 0; // of a loop
};

/// The runtime's part: runtime/context.h.
struct Run {
  int64_t stepsLeft = INT64_MAX;
  /// Of the thread that runs it (support/work.h): generated code reads it as a plain word.
  const std::atomic<int64_t> *attention = nullptr;
  /// Calls end with an error where the thread's own stack would come below it.
  int64_t leastStackAddress = 0;
  /// How many steps were left when tasks were last offered to other threads; 0: there are none.
  int64_t lastOffer = 0;
  /// Small tasks are offered where the stack of the thread is above it: deeper ones are too small.
  int64_t leastOfferAddress = 0;
  /// The turn that a loop told last (ir/output_marks.h), and after how many it tells the next.
  int64_t toldTurn = -1, turnsToTell = 0;
  /// Where time is counted, in code that is profiled.
  ProbeNode *node = nullptr;
};
static_assert(sizeof(std::atomic<int64_t>) == sizeof(int64_t) &&
              std::atomic<int64_t>::is_always_lock_free);

/// A last-in, first-out store of frames, one after the other in chunks that are never moved. The
/// runtime's part: runtime/memory/stack.h.
struct Stack {
  char *top = nullptr;    // behind the last frame
  char *limit = nullptr;  // of the chunk
  char *begin = nullptr;  // of the chunk
  char *bottom = nullptr; // of the first chunk
  int64_t empty = 0;      // how many frames without values there are: they take no memory
};

} // namespace cotan::abi
