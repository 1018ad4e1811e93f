// Reports locks that are taken where a fork does not wait for them. Preloaded, it stands before the
// C library: whoever takes a lock of MLIR's, LLVM's or Cotan's own, or makes a static variable of
// theirs, must be inside of Cotan and `compiling` (support/work.h). Else a forked process may find
// it taken by a thread that does not exist there, and waits for it for ever.
#include "cotan/support/work.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <unistd.h>
#include <vector>

namespace {

struct Range {
  uintptr_t begin, end;
};
std::vector<Range> *watched; // null: nothing is watched, as before the libraries are loaded
[[gnu::tls_model("initial-exec")]] thread_local bool isReporting = false;

int addCode(dl_phdr_info *info, size_t, void *ranges) {
  bool isWatched = false;
  for (const char *name : {"libMLIR", "libLLVM", "libcotan"})
    isWatched |= std::strstr(info->dlpi_name, name) != nullptr;
  for (int i = 0; isWatched && i < info->dlpi_phnum; ++i)
    if (const auto &part = info->dlpi_phdr[i]; part.p_type == PT_LOAD && (part.p_flags & PF_X)) {
      const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
      static_cast<std::vector<Range> *>(ranges)->push_back({begin, begin + part.p_memsz});
    }
  return 0;
}

/// After the constructors of the libraries, which this one is linked to.
[[gnu::constructor]] void start() {
  auto *ranges = new std::vector<Range>;
  dl_iterate_phdr(addCode, ranges);
  watched = ranges;
  std::atexit([] { watched = nullptr; }); // what is destroyed then is not used any more
}

bool isInWatched(const void *caller) {
  for (const Range &range : *watched)
    if (uintptr_t(caller) - range.begin < range.end - range.begin)
      return true;
  return false;
}

/// Each way to a lock once.
void report(const char *what) {
  static std::mutex mutex;
  static std::set<std::vector<void *>> seen;
  void *frames[48];
  const int count = backtrace(frames, std::size(frames));
  std::lock_guard lock(mutex);
  if (!seen.insert(std::vector<void *>(frames + 3, frames + std::min(count, 12))).second)
    return;
  std::fprintf(stderr, "%s outside of Cotan's work:\n", what);
  std::fflush(stderr);
  backtrace_symbols_fd(frames + 3, count - 3, STDERR_FILENO);
}

/// Threads that Cotan never saw share nothing with it.
void check(const void *caller, const char *what) {
  if (!watched || isReporting || !cotan::SharedWork::here() || !isInWatched(caller))
    return;
  isReporting = true;
  if (cotan::threadRecord().work != cotan::Work::compiling)
    report(what);
  isReporting = false;
}

template <typename Function> Function *following(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

int pthread_mutex_lock(pthread_mutex_t *mutex) noexcept {
  static auto *real = following<int(pthread_mutex_t *)>("pthread_mutex_lock");
  check(__builtin_return_address(0), "a mutex is locked");
  return real(mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) noexcept {
  static auto *real = following<int(pthread_rwlock_t *)>("pthread_rwlock_rdlock");
  check(__builtin_return_address(0), "a lock is taken for reading");
  return real(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) noexcept {
  static auto *real = following<int(pthread_rwlock_t *)>("pthread_rwlock_wrlock");
  check(__builtin_return_address(0), "a lock is taken for writing");
  return real(lock);
}

int __cxa_guard_acquire(int64_t *guard) {
  static int (*real)(int64_t *) = nullptr; // which needs no guard of its own
  if (!real)
    real = following<int(int64_t *)>("__cxa_guard_acquire");
  check(__builtin_return_address(0), "a static variable is made");
  return real(guard);
}
}
