#include "cotan/runtime/kernels/lapack.h"

#include "cotan/support/big_stack.h"
#include "cotan/support/work.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <thread>

// OpenBLAS hands out its working memory without a lock where it was built without threads, so that
// two that call it at once may get the same. The linker's --wrap leads its calls here.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker gives
void *__real_blas_memory_alloc(int position);
void __real_blas_memory_free(void *memory);

namespace {
/// Held for some instructions. No mutex: one that is taken in a fork would stay so in the child.
class Handing {
public:
  Handing() {
    const uint32_t here = cotan::processGeneration();
    for (uint32_t seen = holder; seen == here || !holder.compare_exchange_weak(seen, here);
         seen = holder)
      std::this_thread::yield();
  }
  ~Handing() { holder = 0; }

private:
  static inline std::atomic<uint32_t> holder = 0; // its process, or 0
};
} // namespace

void *__wrap_blas_memory_alloc(int position) {
  Handing lock;
  return __real_blas_memory_alloc(position);
}

void __wrap_blas_memory_free(void *memory) {
  Handing lock;
  __real_blas_memory_free(memory);
}
// NOLINTEND(bugprone-reserved-identifier)
}

namespace cotan::lapack {
namespace {

/// What the thread works on, which may have it for longer than its caller waits.
struct Copies {
  std::vector<std::vector<std::byte>> memory;
  std::vector<void *> at;
  int info = -1;
  bool hasMemory = true;
};

} // namespace

int callOnThread(Buffers buffers, std::function<int(void *const *at)> f) {
  auto copies = std::make_shared<Copies>();
  for (const Buffer &buffer : buffers) {
    auto *from = static_cast<const std::byte *>(buffer.data);
    copies->at.push_back(copies->memory.emplace_back(from, from + buffer.bytes).data());
  }
  const bool isDone = runOrLeaveOnBigStack([copies, f = std::move(f)] {
    try {
      copies->info = f(copies->at.data());
    } catch (const std::bad_alloc &) {
      copies->hasMemory = false;
    }
  });
  if (!isDone)
    return -1;
  if (!copies->hasMemory)
    throw std::bad_alloc();
  size_t next = 0;
  for (const Buffer &buffer : buffers) {
    const void *copy = copies->at[next++];
    if (buffer.isWritten && buffer.bytes > 0)
      std::memcpy(buffer.data, copy, buffer.bytes);
  }
  return copies->info;
}

} // namespace cotan::lapack
