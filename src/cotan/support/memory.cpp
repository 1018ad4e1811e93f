#include "cotan/support/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace cotan {

static constexpr size_t hugePage = size_t{2} << 20, page = 4096;

size_t systemMemory() {
  static const size_t bytes = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

/// Large blocks are asked for in huge pages: they are four times as fast to touch for the first
/// time, and loops over several tensors miss the translation cache less often.
void *allocateElements(size_t bytes) {
  const size_t alignment = bytes >= hugePage ? hugePage : bytes >= 64 * page ? page : 64;
  if (bytes > systemMemory())
    return nullptr;
  const size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, whole);
  if (memory && alignment == hugePage)
    madvise(memory, whole, MADV_HUGEPAGE); // a wish: it need not be granted
  return memory;
}

} // namespace cotan
