#include "cotan/support/big_stack.h"

#include "cotan/support/interruption.h"
#include "cotan/support/work.h"

#include <exception>
#include <memory>
#include <optional>
#include <pthread.h>
#include <time.h>
#include <utility>

#if __has_feature(address_sanitizer)
// LLVM puts a signal stack of its own in place of the sanitizer's, which the sanitizer would then
// free at the end of the thread.
extern "C" const char *__asan_default_options() { return "use_sigaltstack=0"; }
#endif

#if __has_feature(thread_sanitizer)
// It has to see threads end, and of the functions that wait for a while it knows the one by the
// clock of the day, which others may set.
#define COTAN_JOIN_CLOCK CLOCK_REALTIME
#define COTAN_JOIN(thread, until) pthread_timedjoin_np(thread, nullptr, until)
#else
#define COTAN_JOIN_CLOCK CLOCK_MONOTONIC
#define COTAN_JOIN(thread, until) pthread_clockjoin_np(thread, nullptr, CLOCK_MONOTONIC, until)
#endif

namespace cotan {
namespace {

/// Shared by the thread and who started it.
struct Job {
  Job(std::function<void()> function)
      : function(std::move(function)), work(threadRecord().work), record(newThreadRecord()) {
    record->isStopped = isStoppedHere();
  }
  ~Job() { giveBack(record); }

  std::function<void()> function; // none when it has run
  const Work work; // of who waits for it
  ThreadRecord *const record;
};
using JobRef = std::shared_ptr<Job>;

/// The first of what goes with the thread to be made, so the last to go: what MLIR keeps for each
/// thread takes locks to go, which a fork must not find taken.
struct ThreadOfJob {
  explicit ThreadOfJob(JobRef given) : job(std::move(given)) {
    adopt(job->record);
    during.emplace(job->work);
  }
  ~ThreadOfJob() {
    during.reset();
    adopt(nullptr);
  }

  const JobRef job;
  std::optional<During> during;
};

void *runJob(void *argument) {
  std::unique_ptr<JobRef> held(static_cast<JobRef *>(argument));
  thread_local const ThreadOfJob thread(std::move(*held));
  std::exchange(thread.job->function, nullptr)();
  return nullptr;
}

bool start(pthread_t &thread, size_t stackBytes, const JobRef &job) {
  auto held = std::make_unique<JobRef>(job);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  bool started = pthread_attr_setstacksize(&attributes, stackBytes) == 0 &&
                 pthread_create(&thread, &attributes, runJob, held.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    held.release();
  return started;
}

bool startAnyhow(pthread_t &thread, const JobRef &job) {
  constexpr size_t least = size_t{8} << 20;
  for (size_t bytes = bigStackBytes; bytes >= least; bytes /= 2)
    if (start(thread, bytes, job))
      return true;
  return false;
}

/// Whether it ends within a tenth of a second.
bool joinSoon(pthread_t thread) {
  timespec until;
  clock_gettime(COTAN_JOIN_CLOCK, &until);
  until.tv_nsec += 100'000'000;
  if (until.tv_nsec >= 1'000'000'000)
    ++until.tv_sec, until.tv_nsec -= 1'000'000'000;
  return COTAN_JOIN(thread, &until) == 0;
}

/// Waits for the thread; the job is told when this thread is interrupted. False if it was left
/// alone.
bool waitFor(pthread_t thread, Job &job, bool mayLeave) {
  bool stops = isStoppedHere(), isDone = false;
  {
    During waiting(Work::none);
    while (!isDone) {
      if (stops && mayLeave) {
        pthread_detach(thread);
        break;
      }
      isDone = joinSoon(thread);
      if (isDone || stops || !(isStoppedHere() || isInterrupted()))
        continue;
      stops = true;
      job.record->isStopped = true;
    }
  }
  if (stops)
    stopHere();
  return isDone;
}

bool run(std::function<void()> function, bool mayLeave) {
  auto job = std::make_shared<Job>(std::move(function));
  pthread_t thread;
  if (startAnyhow(thread, job))
    return waitFor(thread, *job, mayLeave);
  job->function(); // no thread to be had: better a small stack than none
  return true;
}

} // namespace

void runOnBigStack(llvm::function_ref<void()> function) {
  std::exception_ptr thrown;
  run(
      [&] {
        try {
          function();
        } catch (...) {
          thrown = std::current_exception();
        }
      },
      /*mayLeave=*/false);
  if (thrown)
    std::rethrow_exception(thrown);
}

bool runOrLeaveOnBigStack(std::function<void()> job) {
  return run(std::move(job), /*mayLeave=*/true);
}

} // namespace cotan
