#include "cotan/runtime/context.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

namespace cotan::runtime {

//--- Pool

struct alignas(64) Pool::Header {
  Header *next, *previous;
  size_t bytes;
};

namespace {

constexpr size_t smallest = 16;

/// How much memory a class has: four steps per power of two.
size_t roomOf(unsigned index) { return (smallest * (4 + index % 4)) << (index / 4); }

} // namespace

/// The first class that has room.
unsigned Pool::classOf(size_t bytes) {
  unsigned index = 4 * std::max(0, int(std::bit_width(bytes / (4 * smallest))) - 1);
  while (roomOf(index) < bytes)
    ++index;
  return index;
}

void *Pool::allocate(size_t bytes) {
  unsigned index = classOf(bytes);
  Header *block;
  if (free[index].empty()) {
    size_t room = (roomOf(index) + 63) / 64 * 64;
    block = static_cast<Header *>(std::aligned_alloc(64, sizeof(Header) + room));
    if (!block)
      return nullptr;
  } else {
    block = free[index].back();
    free[index].pop_back();
  }
  block->bytes = bytes;
  block->previous = nullptr;
  block->next = first;
  if (first)
    first->previous = block;
  first = block;
  used += block->bytes;
  return block + 1;
}

void Pool::release(void *memory) {
  Header *block = static_cast<Header *>(memory) - 1;
  (block->previous ? block->previous->next : first) = block->next;
  if (block->next)
    block->next->previous = block->previous;
  used -= block->bytes;
  free[classOf(block->bytes)].push_back(block);
}

void Pool::releaseAll() {
  while (first)
    release(first + 1);
}

Pool::~Pool() {
  releaseAll();
  for (auto &blocks : free)
    for (Header *block : blocks)
      std::free(block);
}

//--- Stack

struct Chunk {
  Chunk *previous;
  char *previousTop, *previousLimit;
  char *begin() { return reinterpret_cast<char *>(this + 1); }
};

namespace {

constexpr size_t chunkBytes = size_t{64} << 10;

/// Counts memory against the limit.
bool mayHave(Context &context, size_t bytes) {
  if (context.pool.inUse() + bytes <= context.memoryLimit)
    return true;
  context.problem = "the memory limit of " + std::to_string(context.memoryLimit) +
                    " bytes is reached: " + std::to_string(context.pool.inUse()) +
                    " bytes are in use and " + std::to_string(bytes) +
                    " more are needed; raise it with --max-memory, or check that the loop ends";
  return false;
}

} // namespace

Context::~Context() {
  pool.releaseAll();
  for (Stack *stack : stacks)
    delete stack;
}

} // namespace cotan::runtime

using namespace cotan::runtime;

void *cotan_allocate(Context *context, int64_t bytes) {
  if (!mayHave(*context, bytes))
    return nullptr;
  void *block = context->pool.allocate(bytes);
  if (!block)
    context->problem = "the system has no " + std::to_string(bytes) + " bytes of memory left";
  context->peakBytes = std::max(context->peakBytes, context->pool.inUse());
  return block;
}

void cotan_release(Context *context, void *block) { context->pool.release(block); }

Stack *cotan_new_stack(Context *context) {
  auto *stack = new (std::nothrow) Stack;
  if (stack)
    context->stacks.push_back(stack);
  return stack;
}

char *cotan_grow(Context *context, Stack *stack, int64_t bytes) {
  size_t room = std::max<size_t>(chunkBytes, sizeof(Chunk) + bytes);
  auto *chunk = static_cast<Chunk *>(cotan_allocate(context, room));
  if (!chunk)
    return nullptr;
  *chunk = {stack->chunk, stack->top, stack->limit};
  if (!stack->chunk)
    stack->bottom = chunk->begin();
  stack->chunk = chunk;
  stack->limit = reinterpret_cast<char *>(chunk) + room;
  return stack->top = stack->begin = chunk->begin();
}

void cotan_shrink(Context *context, Stack *stack) {
  Chunk *empty = stack->chunk;
  stack->chunk = empty->previous;
  stack->top = empty->previousTop;
  stack->limit = empty->previousLimit;
  stack->begin = stack->chunk ? stack->chunk->begin() : nullptr;
  context->pool.release(empty);
}

void cotan_return(Context *context, const void *data, const int64_t *sizes, int64_t rank) {
  context->results.push_back({data, std::vector<int64_t>(sizes, sizes + rank)});
}

void cotan_fail(Context *context, int64_t site) { context->site = site; }
