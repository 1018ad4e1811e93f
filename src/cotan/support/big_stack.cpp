#include "cotan/support/big_stack.h"

#include <exception>
#include <pthread.h>

#if __has_feature(address_sanitizer)
// LLVM puts a signal stack of its own in place of the sanitizer's, which the sanitizer would then
// free at the end of the thread.
extern "C" const char *__asan_default_options() { return "use_sigaltstack=0"; }
#endif

namespace cotan {
namespace {

struct Job {
  llvm::function_ref<void()> function;
  std::exception_ptr thrown;
};

void *work(void *argument) {
  auto &job = *static_cast<Job *>(argument);
  try {
    job.function();
  } catch (...) {
    job.thrown = std::current_exception();
  }
  return nullptr;
}

bool start(pthread_t &thread, size_t stackBytes, Job &job) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  bool started = pthread_attr_setstacksize(&attributes, stackBytes) == 0 &&
                 pthread_create(&thread, &attributes, work, &job) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

} // namespace

void runOnBigStack(llvm::function_ref<void()> function) {
  Job job{function, nullptr};
  pthread_t thread;
  constexpr size_t least = size_t{8} << 20;
  for (size_t bytes = bigStackBytes; bytes >= least; bytes /= 2) {
    if (!start(thread, bytes, job))
      continue;
    pthread_join(thread, nullptr);
    if (job.thrown)
      std::rethrow_exception(job.thrown);
    return;
  }
  function(); // no thread to be had: better a small stack than none
}

} // namespace cotan
