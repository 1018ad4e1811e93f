#include "cotan/runtime/memory/stack.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/context.h"

#include <algorithm>
#include <new>

namespace cotan::runtime {

struct Chunk {
  Chunk *previous;
  char *previousTop, *previousLimit;
  struct Border *border; // that is below it
  char *begin() { return reinterpret_cast<char *>(this + 1); }
};

/// Between frames that tasks pushed at the same time: the later ones begin in a chunk of their own.
struct Border {
  Border *previous;
  Border *inside;       // the oldest among the frames that it is in front of; null: none
  Chunk *chunk;         // their first
  char *top;            // of the stack, behind their last
  int64_t empty, below; // frames without values then: all, and those below the border
};

namespace {

/// Chunks grow: a stack may be one of many, as of a branch in a function that calls itself.
constexpr size_t firstChunk = 256, largestChunk = size_t{64} << 10;

size_t nextChunk(const Stack &stack) {
  if (!stack.chunk)
    return firstChunk;
  const size_t last = stack.limit - reinterpret_cast<char *>(stack.chunk);
  return std::clamp(2 * last, firstChunk, largestChunk);
}

Chunk *firstChunkOf(const Stack &stack) { return reinterpret_cast<Chunk *>(stack.bottom) - 1; }

void forgetLastBorder(abi::Run *run, Stack &stack) {
  Border *last = stack.border;
  stack.border = last->previous;
  if (stack.oldest == last)
    stack.oldest = nullptr;
  last->chunk->border = nullptr;
  cotan_release(run, last);
}

/// A chunk whose frames are all popped is kept, but where another one is put above it.
void trim(abi::Run *run, Stack &stack) {
  while (stack.chunk && stack.top == stack.begin && stack.chunk->previous)
    cotan_shrink(run, &stack);
  if (!stack.chunk || stack.top != stack.bottom)
    return;
  cotan_release(run, stack.chunk);
  stack.chunk = nullptr;
  stack.top = stack.limit = stack.begin = stack.bottom = nullptr;
}

/// The chunks of `upper` become the last of `stack`. False if there are none.
bool link(abi::Run *run, Stack &stack, Stack &upper) {
  trim(run, stack);
  trim(run, upper);
  stack.empty += upper.empty;
  if (!upper.chunk)
    return false;
  Chunk *first = firstChunkOf(upper);
  first->previous = stack.chunk;
  first->previousTop = stack.top;
  first->previousLimit = stack.limit;
  if (!stack.chunk)
    stack.bottom = upper.bottom;
  stack.chunk = upper.chunk;
  stack.top = upper.top;
  stack.limit = upper.limit;
  stack.begin = upper.begin;
  if (!upper.border)
    return true;
  upper.oldest->previous = stack.border;
  stack.border = upper.border;
  if (!stack.oldest)
    stack.oldest = upper.oldest;
  return true;
}

/// The border below the frames that were appended last, if nothing was pushed after. Those that
/// come after it are of frames that were popped, or that are being popped by one thread.
Border *borderHere(abi::Run *run, Stack &stack) {
  constexpr int mostPassed = 64;
  if (stack.border)
    trim(run, stack);
  Border *here = stack.border;
  for (int i = 0; here && (here->top != stack.top || here->empty != stack.empty); ++i)
    here = i < mostPassed ? here->previous : nullptr;
  while (here && stack.border != here)
    forgetLastBorder(run, stack);
  return here;
}

} // namespace

void append(abi::Run *run, Stack &stack, Stack &part) {
  const int64_t below = stack.empty;
  if (!link(run, stack, part) || stack.bottom == part.bottom)
    return; // all frames are of one of both
  Context &context = contextOf(run);
  void *made = context.pool.allocate(sizeof(Border), context.memoryLimit, context.owner);
  if (!made)
    return;
  Chunk *first = firstChunkOf(part);
  stack.border = first->border =
      new (made) Border{stack.border, part.oldest, first, stack.top, stack.empty, below};
  if (!stack.oldest)
    stack.oldest = stack.border;
}

bool cut(abi::Run *run, Stack &stack, Stack &below) {
  Border *here = borderHere(run, stack);
  if (!here)
    return false;
  const Border border = *here;
  Chunk *first = border.chunk;
  below.chunk = first->previous;
  below.top = first->previousTop;
  below.limit = first->previousLimit;
  below.begin = below.chunk->begin();
  below.bottom = stack.bottom;
  below.empty = border.below;
  below.border = border.inside ? border.inside->previous : border.previous;
  below.oldest = below.border ? stack.oldest : nullptr;
  stack.bottom = first->begin();
  stack.empty -= border.below;
  stack.border = border.inside ? border.previous : nullptr;
  stack.oldest = border.inside;
  if (border.inside)
    border.inside->previous = nullptr;
  first->previous = nullptr;
  first->previousTop = first->previousLimit = nullptr;
  first->border = nullptr;
  cotan_release(run, here);
  return true;
}

void putBack(abi::Run *run, Stack &stack, Stack &below) {
  below.next = stack.next;
  link(run, below, stack);
  stack = below;
}

} // namespace cotan::runtime

using namespace cotan;
using namespace cotan::runtime;

abi::Stack *cotan_new_stack(abi::Run *run) {
  Context &context = contextOf(run);
  void *block = cotan_allocate(run, sizeof(Stack));
  if (!block)
    return nullptr;
  auto *stack = new (block) Stack;
  stack->next = context.stacks;
  return context.stacks = stack;
}

char *cotan_grow(abi::Run *run, abi::Stack *of, int64_t bytes) {
  auto *stack = static_cast<Stack *>(of);
  size_t room = std::max<size_t>(nextChunk(*stack), sizeof(Chunk) + bytes);
  auto *chunk = static_cast<Chunk *>(cotan_allocate(run, room));
  if (!chunk)
    return nullptr;
  *chunk = {.previous = stack->chunk,
            .previousTop = stack->top,
            .previousLimit = stack->limit,
            .border = nullptr};
  if (!stack->chunk)
    stack->bottom = chunk->begin();
  stack->chunk = chunk;
  stack->limit = reinterpret_cast<char *>(chunk) + room;
  return stack->top = stack->begin = chunk->begin();
}

void cotan_shrink(abi::Run *run, abi::Stack *of) {
  auto *stack = static_cast<Stack *>(of);
  Chunk *empty = stack->chunk;
  while (empty->border) // and those that come after it
    forgetLastBorder(run, *stack);
  stack->chunk = empty->previous;
  stack->top = empty->previousTop;
  stack->limit = empty->previousLimit;
  stack->begin = stack->chunk ? stack->chunk->begin() : nullptr;
  cotan_release(run, empty);
}
