#include "failing_memory.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <dlfcn.h>
#include <malloc.h>

extern "C" { // glibc's own, by the names that nobody takes the place of
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace {

std::atomic<bool> isArmed = false;
std::atomic<long> seen = 0, living = 0;
long wanted, count;
bool allThreads;
/// Found without an allocation.
[[gnu::tls_model("initial-exec")]] thread_local bool isMine = false, isSpared = false;

bool fails() {
  if (!isArmed.load(std::memory_order_acquire) || !(allThreads || isMine) || isSpared)
    return false;
  const long number = seen++;
  if (number < wanted || number - wanted >= count)
    return false;
  errno = ENOMEM;
  return true;
}

void *counted(void *memory) {
  living += memory != nullptr;
  return memory;
}

using Destroy = void (*)(void *);
const auto noteDestructor = reinterpret_cast<int (*)(Destroy, void *, void *)>(
    dlsym(RTLD_NEXT, "__cxa_thread_atexit_impl"));

} // namespace

extern "C" {

/// glibc ends a process that has no memory to note what a thread that takes part for the first time
/// destroys in the end. Whether one does is chance, and no code of ours can mend it.
int __cxa_thread_atexit_impl(Destroy destroy, void *object, void *library) {
  isSpared = true;
  const int status = noteDestructor(destroy, object, library);
  isSpared = false;
  return status;
}

void failing_memory_arm(long first, long failures, int all_threads) {
  seen = 0;
  wanted = first;
  count = failures;
  allThreads = all_threads;
  isMine = true;
  isArmed = true;
}

long failing_memory_disarm() {
  isArmed = false;
  isMine = false;
  return seen;
}

long failing_memory_living() { return living; }

void *malloc(size_t bytes) { return fails() ? nullptr : counted(__libc_malloc(bytes)); }

void *calloc(size_t count, size_t bytes) {
  return fails() ? nullptr : counted(__libc_calloc(count, bytes));
}

void *realloc(void *memory, size_t bytes) {
  if (fails())
    return nullptr;
  void *moved = __libc_realloc(memory, bytes);
  if (!memory)
    return counted(moved);
  living -= !moved && bytes == 0;
  return moved;
}

void *memalign(size_t alignment, size_t bytes) {
  return fails() ? nullptr : counted(__libc_memalign(alignment, bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  void *made = memalign(alignment, bytes);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}

void free(void *memory) {
  living -= memory != nullptr;
  __libc_free(memory);
}
}
