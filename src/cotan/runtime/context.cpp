#include "cotan/runtime/context.h"

#include "cotan/support/sizes.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace cotan::runtime {

struct Chunk {
  Chunk *previous;
  char *previousTop, *previousLimit;
  char *begin() { return reinterpret_cast<char *>(this + 1); }
};

namespace {

constexpr size_t chunkBytes = size_t{64} << 10;

/// Counts memory against the limit.
bool mayHave(Context &context, size_t bytes) {
  if (bytes <= context.memoryLimit && context.pool.inUse() <= context.memoryLimit - bytes)
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

bool cotan_sizes_fit(Context *context, const int64_t *sizes, int64_t rank, int64_t width) {
  const std::span<const int64_t> all(sizes, rank);
  if (cotan::countElements(all, width))
    return true;
  context->problem = cotan::whyNoTensor(all);
  return false;
}

void cotan_repeat(void *to, int64_t bytes, int64_t element) {
  auto *words = static_cast<std::byte *>(to);
  for (int64_t at = 0; at < bytes; at += sizeof(element))
    std::memcpy(words + at, &element, std::min<int64_t>(sizeof(element), bytes - at));
}

void cotan_return(Context *context, void *data, const int64_t *sizes, int64_t rank) {
  context->results.push_back({data, std::vector<int64_t>(sizes, sizes + rank)});
}

void cotan_fail(Context *context, int64_t site) { context->site = site; }

bool cotan_attend(int64_t stepsLeft) { return stepsLeft >= 0 && !cotan::mustStop(); }
