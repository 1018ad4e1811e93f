// What a compiled program needs while it runs: memory, limits, and a place for errors. No MLIR, no
// LLVM: this is what is left of Cotan in a program that was compiled ahead of time.
#pragma once

#include "cotan/runtime/pool.h"
#include "cotan/support/work.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cotan::runtime {

/// A last-in, first-out store of frames, one after the other in chunks that are never moved.
/// Generated code knows the fields but the last two.
struct Stack {
  char *top = nullptr;    // behind the last frame
  char *limit = nullptr;  // of the chunk
  char *begin = nullptr;  // of the chunk
  char *bottom = nullptr; // of the first chunk
  int64_t empty = 0;      // how many frames without values there are: they take no memory
  struct Chunk *chunk = nullptr;
  Stack *next = nullptr; // of the run's
};

/// The state of one run, which gives all its memory back at the end, but for a run that goes on
/// with its stacks. The first fields are known to generated code. What generated code calls keeps
/// here what it has to say, and needs no memory for it: where that is missing nothing can be thrown
/// through generated code.
struct Context {
  int64_t stepsLeft = INT64_MAX;
  const std::atomic<int64_t> *attention; // of the thread that runs it (support/work.h)
  size_t memoryLimit = SIZE_MAX;
  size_t peakBytes = 0;
  int64_t site = -1;   // where the program failed
  std::string problem; // what an assertion says about it
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
    std::vector<int64_t> sizes; // as many as the result has axes, before it is returned
  };
  std::vector<Result> results; // with a place for each
  size_t resultsGiven = 0;
  bool leavesStacks = false; // to another run, in the pool

  explicit Context(Pool &pool) : attention(&threadRecord().attention), pool(pool) {}
  Context(const Context &) = delete;
  ~Context() {
    if (!leavesStacks)
      pool.releaseAll();
  }

  /// What a runtime function says about the failure.
  std::string whatFailed() const;
  /// Whether that is memory.
  bool isOutOfMemory() const;
};

} // namespace cotan::runtime

// Called by generated code. Those that give a pointer give null when memory is at its limit.
extern "C" {
using CotanContext = cotan::runtime::Context;
void *cotan_allocate(CotanContext *context, int64_t bytes);
void cotan_release(CotanContext *context, void *block);
cotan::runtime::Stack *cotan_new_stack(CotanContext *context);
/// Starts a chunk that has room for a frame of `bytes`; null when memory is at its limit.
char *cotan_grow(CotanContext *context, cotan::runtime::Stack *stack, int64_t bytes);
/// Goes back to the chunk before; the stack's `top` is at the start of its chunk.
void cotan_shrink(CotanContext *context, cotan::runtime::Stack *stack);
/// The next result; its place holds as many sizes as it has.
void cotan_return(CotanContext *context, void *data, const int64_t *sizes, int64_t rank);
/// 0 if a tensor can have these sizes, of elements of `width` bytes; else it says why not.
int32_t cotan_sizes_fit(const int64_t *sizes, int64_t rank, int64_t width);
/// Writes the 8 bytes again and again; they are one element, or several alike.
void cotan_repeat(void *to, int64_t bytes, int64_t element);
void cotan_fail(CotanContext *context, int64_t site);
/// Called at the end of a loop's turn when the thread's attention is wanted or no steps are left;
/// whether to go on.
bool cotan_attend(int64_t stepsLeft);
/// Asked by kernels that take long, on whatever thread.
bool cotan_must_stop();
}
