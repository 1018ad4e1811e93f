#include "cotan/runtime/context.h"

#include "cotan/runtime/error.h"
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

} // namespace

std::string Context::whatFailed() const {
  if (!refusal)
    return problem.empty() ? lastError() : problem;
  if (!refusal->isByLimit)
    return "the system has no " + std::to_string(refusal->bytes) + " bytes of memory left";
  return "the memory limit of " + std::to_string(memoryLimit) +
         " bytes is reached: " + std::to_string(refusal->inUse) + " bytes are in use and " +
         std::to_string(refusal->bytes) +
         " more are needed; raise it with --max-memory, or check that the loop ends";
}

bool Context::isOutOfMemory() const {
  return refusal || (problem.empty() && lastMessage().isOfMemory);
}

} // namespace cotan::runtime

using namespace cotan::runtime;

void *cotan_allocate(Context *context, int64_t bytes) {
  const size_t inUse = context->pool.inUse();
  const size_t limit = context->memoryLimit;
  const bool isTooMuch = size_t(bytes) > limit || inUse > limit - bytes;
  void *block = isTooMuch ? nullptr : context->pool.allocate(bytes);
  if (!block)
    context->refusal = {size_t(bytes), inUse, isTooMuch};
  context->peakBytes = std::max(context->peakBytes, context->pool.inUse());
  return block;
}

void cotan_release(Context *context, void *block) { context->pool.release(block); }

Stack *cotan_new_stack(Context *context) {
  void *block = cotan_allocate(context, sizeof(Stack));
  if (!block)
    return nullptr;
  auto *stack = new (block) Stack;
  stack->next = context->stacks;
  return context->stacks = stack;
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

int32_t cotan_sizes_fit(const int64_t *sizes, int64_t rank, int64_t width) {
  return cotan::withoutExceptions([&] {
    const std::span<const int64_t> all(sizes, rank);
    return cotan::countElements(all, width)
               ? 0
               : cotan::setError(cotan::whyNoTensor(all), cotan::areTooLarge(all));
  });
}

void cotan_repeat(void *to, int64_t bytes, int64_t element) {
  auto *words = static_cast<std::byte *>(to);
  for (int64_t at = 0; at < bytes; at += sizeof(element))
    std::memcpy(words + at, &element, std::min<int64_t>(sizeof(element), bytes - at));
}

void cotan_return(Context *context, void *data, const int64_t *sizes, int64_t rank) {
  Context::Result &result = context->results[context->resultsGiven++];
  result.data = data;
  std::copy_n(sizes, rank, result.sizes.begin());
}

void cotan_fail(Context *context, int64_t site) { context->site = site; }

bool cotan_attend(int64_t stepsLeft) { return stepsLeft >= 0 && !cotan::mustStop(); }

bool cotan_must_stop() { return cotan::mustStop(); }
