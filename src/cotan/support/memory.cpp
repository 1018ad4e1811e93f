#include "cotan/support/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace cotan {

static constexpr size_t hugePage = size_t{2} << 20, pageBytes = 4096, lineBytes = 64;
static constexpr size_t large = 64 * pageBytes;

size_t systemMemory() {
  static const size_t bytes = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

/// Very large ones are asked for in huge pages: they are four times as fast to touch for the first
/// time, and loops over several tensors miss the translation cache less often.
static std::byte *allocatePages(size_t bytes) {
  void *memory = nullptr;
  if (posix_memalign(&memory, bytes >= hugePage ? hugePage : pageBytes, bytes) != 0)
    return nullptr;
  if (bytes >= hugePage) // a wish: it need not be granted; a rest of a huge page is not wanted
    madvise(memory, bytes / hugePage * hugePage, MADV_HUGEPAGE);
  return static_cast<std::byte *>(memory);
}

void *allocateElements(size_t bytes, size_t front) {
  if (bytes > systemMemory())
    return nullptr;
  if (bytes < large) {
    auto *memory = static_cast<std::byte *>(
        std::aligned_alloc(lineBytes, (front + bytes + lineBytes - 1) / lineBytes * lineBytes));
    return memory ? memory + front : nullptr;
  }
  static std::atomic<size_t> made = 0;
  // What is made later, as a result, lies lower: a processor takes a load for one of what was
  // stored just before it if the two lie alike in their pages.
  const size_t lines = pageBytes / lineBytes,
               lower = made.fetch_add(1, std::memory_order_relaxed) % lines;
  const size_t before = pageBytes + (lines - 1 - lower) * lineBytes;
  std::byte *memory = allocatePages(before + bytes);
  return memory ? memory + before : nullptr;
}

void freeElements(void *elements, size_t bytes, size_t front) {
  auto *at = static_cast<std::byte *>(elements);
  if (!elements || bytes < large)
    return std::free(elements ? at - front : nullptr);
  std::free(at - reinterpret_cast<uintptr_t>(at) % pageBytes - pageBytes);
}

} // namespace cotan
