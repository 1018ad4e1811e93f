#include "cotan/runtime/memory/stack.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/context.h"

#include <algorithm>
#include <new>

namespace cotan::runtime {

struct Chunk {
  Chunk *previous;
  char *previousTop, *previousLimit;
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

/// The chunks of `upper`, which has some, become the last of `stack`.
void link(Stack &stack, const Stack &upper) {
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
    return;
  upper.oldest->previous = stack.border;
  stack.border = upper.border;
  if (!stack.oldest)
    stack.oldest = upper.oldest;
}

void forgetLastBorder(abi::Run *run, Stack &stack) {
  Border *last = stack.border;
  stack.border = last->previous;
  if (stack.oldest == last)
    stack.oldest = nullptr;
  cotan_release(run, last);
}

} // namespace

void append(abi::Run *run, Stack &stack, Stack &part) {
  const int64_t below = stack.empty;
  stack.empty += part.empty;
  if (!part.chunk)
    return;
  link(stack, part);
  Context &context = contextOf(run);
  void *made = context.pool.allocate(sizeof(Border), context.memoryLimit, context.owner);
  if (!made)
    return;
  auto *border = new (made)
      Border{stack.border, part.oldest, firstChunkOf(part), stack.top, stack.empty, below};
  stack.border = border;
  if (!stack.oldest)
    stack.oldest = border;
}

bool cut(abi::Run *run, Stack &stack, Stack &below) {
  Border *last = stack.border;
  if (!last || last->top != stack.top || last->empty != stack.empty)
    return false;
  Chunk *first = last->chunk;
  const bool hasMore = last->inside != nullptr;
  below.chunk = first->previous;
  below.top = first->previousTop;
  below.limit = first->previousLimit;
  below.begin = below.chunk ? below.chunk->begin() : nullptr;
  below.bottom = below.chunk ? stack.bottom : nullptr;
  below.empty = last->below;
  below.border = hasMore ? last->inside->previous : last->previous;
  below.oldest = below.border ? stack.oldest : nullptr;
  stack.bottom = first->begin();
  stack.empty -= last->below;
  stack.border = hasMore ? last->previous : nullptr;
  stack.oldest = last->inside;
  if (hasMore)
    stack.oldest->previous = nullptr;
  first->previous = nullptr;
  first->previousTop = first->previousLimit = nullptr;
  cotan_release(run, last);
  return true;
}

void putBack(abi::Run *run, Stack &stack, Stack &below) {
  below.empty += stack.empty;
  below.next = stack.next;
  if (stack.top != stack.bottom)
    link(below, stack);
  else if (stack.chunk) // the last one is kept when its frames are popped
    cotan_release(run, stack.chunk);
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
  *chunk = {.previous = stack->chunk, .previousTop = stack->top, .previousLimit = stack->limit};
  if (!stack->chunk)
    stack->bottom = chunk->begin();
  stack->chunk = chunk;
  stack->limit = reinterpret_cast<char *>(chunk) + room;
  return stack->top = stack->begin = chunk->begin();
}

void cotan_shrink(abi::Run *run, abi::Stack *of) {
  auto *stack = static_cast<Stack *>(of);
  Chunk *empty = stack->chunk;
  if (stack->border && stack->border->chunk == empty)
    forgetLastBorder(run, *stack);
  stack->chunk = empty->previous;
  stack->top = empty->previousTop;
  stack->limit = empty->previousLimit;
  stack->begin = stack->chunk ? stack->chunk->begin() : nullptr;
  cotan_release(run, empty);
}
