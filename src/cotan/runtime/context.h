// What a compiled program needs while it runs: memory, limits, and a place for errors. No MLIR, no
// LLVM: this is what is left of Cotan in a program that was compiled ahead of time.
#pragma once

#include "cotan/runtime/memory/pool.h"
#include "cotan/runtime/memory/stack.h"
#include "cotan/support/work.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cotan::runtime {

/// The state of one run, which gives all its memory back at the end, but for a run that goes on
/// with its stacks. What generated code calls keeps here what it has to say, and needs no memory
/// for it: where that is missing nothing can be thrown through generated code.
struct Context : abi::Run {
  size_t memoryLimit = SIZE_MAX;
  size_t peakBytes = 0;
  int64_t site = -1;   // where the program failed
  std::string problem; // what an assertion says about it
  std::jmp_buf start;  // where the program was entered
  Pool &pool;
  Stack *stacks = nullptr; // all that were made, in blocks of the pool

  /// Memory that was asked for and not given.
  struct Refusal {
    size_t bytes = 0, inUse = 0;
    bool isByLimit = false;
  };
  std::optional<Refusal> refusal;

  /// What the program returns, in blocks of the pool: the caller detaches or copies them.
  struct Result {
    void *data;
    std::span<int64_t> sizes; // a place for as many as the result has axes
  };
  std::span<Result> results; // a place for each
  size_t resultsGiven = 0;
  bool leavesStacks = false; // to another run, in the pool

  /// How far a loop is, and when that was told; loops in others take turns.
  struct Progress {
    std::string_view text; // which loop
    int64_t turn = 0, every = 1;
    std::chrono::steady_clock::time_point told, asked;
  };
  std::array<Progress, 4> progress;

  Context *const root = this;              // the run that it is, or is a task of
  Pool::Owner *owner = nullptr;            // of what a task asks for
  int64_t stackStart = 0;                  // where the thread's stack was when it began
  int64_t offerDepth = 512;                // bytes below it, where tasks are offered
  int64_t givenSteps = 0;                  // of a task: how many were left when it was given
  struct GivenTask *const task = nullptr;  // that it is of; null: of the run
  struct GivenTask *givenLast = nullptr;   // tasks on other threads: a list
  std::atomic<bool> isInterrupted = false; // the run, with all its tasks
  class Profile *profile = nullptr;        // of code that is compiled for one

  explicit Context(Pool &pool) : pool(pool) { attention = &threadRecord().attention; }
  /// A task of it.
  Context(Context &giver, Pool::Owner *owner, GivenTask &task)
      : memoryLimit(giver.memoryLimit), pool(giver.pool), root(giver.root), owner(owner),
        task(&task) {
    lastOffer = stepsLeft = givenSteps = giver.stepsLeft;
    offerDepth = giver.offerDepth;
  }
  Context(const Context &) = delete;
  ~Context() {
    if (!leavesStacks && root == this)
      pool.releaseAll();
  }

  /// The run begins here.
  void startAt(const void *stack) {
    stackStart = reinterpret_cast<int64_t>(stack);
    leastOfferAddress = lastOffer == 0 ? INT64_MAX : stackStart - offerDepth;
  }

  /// What a runtime function says about the failure.
  std::string whatFailed() const;
  /// Whether that is memory.
  bool isOutOfMemory() const;
};

/// What generated code hands on is what the program was entered with.
inline Context &contextOf(abi::Run *run) { return static_cast<Context &>(*run); }

} // namespace cotan::runtime
