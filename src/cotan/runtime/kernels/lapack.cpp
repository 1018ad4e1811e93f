#include "cotan/runtime/kernels/lapack.h"

#include "cotan/support/big_stack.h"

#include <cstring>
#include <memory>
#include <new>

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
    if (buffer.isWritten)
      std::memcpy(buffer.data, copy, buffer.bytes);
  }
  return copies->info;
}

} // namespace cotan::lapack
