#include "cotan/runtime/context.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/error.h"
#include "cotan/runtime/tasks.h"
#include "cotan/support/sizes.h"

#include <algorithm>
#include <cstring>

namespace cotan::runtime {

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

using namespace cotan;
using namespace cotan::runtime;

void *cotan_allocate(abi::Run *run, int64_t bytes) {
  Context &context = contextOf(run);
  const size_t limit = context.memoryLimit;
  void *block = nullptr;
  do {
    block = context.pool.allocate(bytes, limit, context.owner);
  } while (!block && takeTasksBack(context)); // with their memory
  if (!block) {
    const size_t inUse = context.pool.inUse();
    context.refusal = {size_t(bytes), inUse, size_t(bytes) > limit || inUse > limit - bytes};
  }
  context.peakBytes = std::max(context.peakBytes, context.pool.inUse());
  return block;
}

void cotan_release(abi::Run *run, void *block) { contextOf(run).pool.release(block); }

void cotan_release_all(abi::Run *run, int64_t count, void *const *blocks) {
  for (void *block : std::span(blocks, count))
    cotan_release(run, block);
}

int32_t cotan_sizes_fit(const int64_t *sizes, int64_t rank, int64_t width) {
  return withoutExceptions([&] {
    const std::span<const int64_t> all(sizes, rank);
    return countElements(all, width) ? 0 : setError(whyNoTensor(all), areTooLarge(all));
  });
}

void cotan_repeat(void *to, int64_t bytes, int64_t element) {
  auto *words = static_cast<std::byte *>(to);
  for (int64_t at = 0; at < bytes; at += sizeof(element))
    std::memcpy(words + at, &element, std::min<int64_t>(sizeof(element), bytes - at));
}

int32_t cotan_return(abi::Run *run, int64_t count, void *const *blocks, const int64_t *forms) {
  Context &context = contextOf(run);
  for (void *block : std::span(blocks, count)) {
    const int64_t bytes = *forms++, rank = *forms++;
    Context::Result &result = context.results[context.resultsGiven++];
    result.data = bytes < 0 ? block : cotan_allocate(run, bytes);
    if (!result.data)
      return 1;
    if (bytes > 0)
      std::memcpy(result.data, block, bytes);
    std::copy_n(forms, rank, result.sizes.begin());
    forms += rank;
  }
  return 0;
}

void cotan_fail(abi::Run *run, int64_t site) { contextOf(run).site = site; }

void cotan_leave(abi::Run *run) {
  Context &context = contextOf(run);
  forgetTasks(context);
  std::longjmp(context.start, 1);
}

bool cotan_attend(int64_t stepsLeft) { return stepsLeft >= 0 && !mustStop(); }

bool cotan_must_stop() { return mustStop(); }
