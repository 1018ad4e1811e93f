// Reports locks that are taken where a fork does not wait for them. Preloaded, it stands before the
// C library: whoever takes a lock of MLIR's, LLVM's or Cotan's own, or makes a static variable of
// theirs, must be inside of Cotan and `compiling` (support/work.h). Else a forked process may find
// it taken by a thread that does not exist there, and waits for it for ever.
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <unistd.h>
#include <vector>

namespace {

dl_find_object watched; // the library that is watched
bool (*mayLock)();      // asked of the thread; null: nothing is watched
[[gnu::tls_model("initial-exec")]] thread_local bool isReporting = false;

bool isWatched(const void *caller) {
  return caller >= watched.dlfo_map_start && caller < watched.dlfo_map_end;
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

void check(const void *caller, const char *what) {
  if (!mayLock || isReporting || !isWatched(caller))
    return;
  isReporting = true;
  if (!mayLock())
    report(what);
  isReporting = false;
}

template <typename Function> Function *following(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

/// From here on, the library that holds an address.
void watch_locks(bool (*asked)(), void *address) {
  if (_dl_find_object(address, &watched) != 0)
    std::abort();
  mayLock = asked;
  std::atexit([] { mayLock = nullptr; }); // what is destroyed then is not used any more
}

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
  static int (*holdsPython)() = nullptr;
  if (!real) {
    real = following<int(int64_t *)>("__cxa_guard_acquire");
    holdsPython = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "PyGILState_Check"));
  }
  // With Python's lock held, as by bindings, it is safe: who would find it half made has no lock.
  if (!holdsPython())
    check(__builtin_return_address(0), "a static variable is made");
  return real(guard);
}
}
