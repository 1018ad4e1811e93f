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

namespace {

/// Chunks grow: a stack may be one of many, as of a branch in a function that calls itself.
constexpr size_t firstChunk = 256, largestChunk = size_t{64} << 10;

size_t nextChunk(const Stack &stack) {
  if (!stack.chunk)
    return firstChunk;
  const size_t last = stack.limit - reinterpret_cast<char *>(stack.chunk);
  return std::clamp(2 * last, firstChunk, largestChunk);
}

} // namespace
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
  stack->chunk = empty->previous;
  stack->top = empty->previousTop;
  stack->limit = empty->previousLimit;
  stack->begin = stack->chunk ? stack->chunk->begin() : nullptr;
  cotan_release(run, empty);
}
