#include "cotan/support/big_stack.h"

#include "cotan/support/interruption.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <pthread.h>
#include <semaphore>
#include <span>
#include <sys/mman.h>
#include <sys/resource.h>
#include <utility>

#ifndef __has_feature // clang's
#define __has_feature(feature) 0
#endif

#if __has_feature(address_sanitizer)
// LLVM puts a signal stack of its own in place of the sanitizer's, which the sanitizer would then
// free at the end of the thread. What its headers poison here, its library uses, which does not
// know of it.
extern "C" const char *__asan_default_options() {
  return "use_sigaltstack=0:allow_user_poisoning=0";
}
#endif

namespace cotan {
namespace {

/// Shared by the thread that runs it and who waits for it.
struct Job {
  Job(std::function<void()> function, bool mayBeLeft)
      : function(std::move(function)), work(threadRecord().work), record(newThreadRecord()),
        lines(mayBeLeft ? nullptr : &printedLines()) {
    record->isStopped = isStoppedHere();
  }
  ~Job() { giveBack(record); }

  std::function<void()> function; // none when it has run
  const Work work;                // of who waits for it
  ThreadRecord *const record;
  PrintedLines *const lines; // of who waits for it, and does not leave
  bool wasStopped = false;   // when it was done
  std::binary_semaphore isDone{0};
};
using JobRef = std::shared_ptr<Job>;

/// What the thread does is what who waits for the job does.
struct PartOfJob {
  explicit PartOfJob(JobRef given) : job(std::move(given)) {
    adopt(job->record);
    sharePrintedLines(job->lines);
    during.emplace(job->work);
  }
  ~PartOfJob() {
    during.reset();
    sharePrintedLines(nullptr);
    adopt(nullptr);
  }

  const JobRef job;
  std::optional<During> during;
};

/// A thread that runs one job after the other: what MLIR allocates on a thread is never freed, and
/// at least 4 KiB at a time.
struct Worker {
  JobRef next;
  std::binary_semaphore isWanted{0};
  const uint32_t process = processGeneration();
};

/// Those that wait for a job. Without a lock, which a fork might find taken.
std::atomic<Worker *> idleWorkers[8];

Worker *takeIdle() {
  for (auto &place : idleWorkers)
    if (Worker *worker = place.exchange(nullptr))
      if (worker->process == processGeneration()) // else it is a thread of the parent's
        return worker;
  return nullptr;
}

/// How many may wait: where the room for addresses is limited, their stacks would be missed.
size_t mostIdle() {
  rlimit space;
  if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return std::size(idleWorkers);
  return std::min<size_t>(space.rlim_cur / 4 / bigStackBytes, 1);
}

/// False if there are enough.
bool stayIdle(Worker &worker) {
  for (auto &place : std::span(idleWorkers).first(mostIdle())) {
    Worker *none = nullptr;
    if (place.compare_exchange_strong(none, &worker))
      return true;
  }
  return false;
}

/// Where the stack of this thread would end; null if that is not known.
void *endOfStack() {
  pthread_attr_t attributes;
  void *lowest = nullptr;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return nullptr;
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return lowest;
}

void *work(void *argument) {
  std::unique_ptr<Worker> worker(static_cast<Worker *>(argument));
  // The first of what goes with the thread to be made, so the last to go: what MLIR keeps for each
  // thread takes locks to go, which a fork must not find taken.
  thread_local std::optional<PartOfJob> part;
  for (;;) {
    const JobRef job = std::move(worker->next);
    part.emplace(job);
    std::exchange(job->function, nullptr)();
    job->wasStopped = isStoppedHere();
    trimStack();
    const bool stays = stayIdle(*worker);
    if (stays)
      part.reset();
    job->isDone.release();
    if (!stays)
      return nullptr;
    worker->isWanted.acquire();
  }
}

/// A thread that calls `function`.
bool start(void *(*function)(void *), void *argument) {
  constexpr size_t least = size_t{8} << 20;
  bool isStarted = false;
  for (size_t bytes = bigStackBytes; bytes >= least && !isStarted; bytes /= 2) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    isStarted = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                pthread_create(&thread, &attributes, function, argument) == 0;
    pthread_attr_destroy(&attributes);
  }
  return isStarted;
}

/// On an idle thread, or a new one.
bool startAnyhow(const JobRef &job) {
  if (Worker *worker = takeIdle()) {
    worker->next = job;
    worker->isWanted.release();
    return true;
  }
  auto worker = std::make_unique<Worker>(job);
  if (!start(work, worker.get()))
    return false;
  worker.release();
  return true;
}

/// Waits for the job, which is told when this thread is interrupted. False if it was left alone.
bool waitFor(Job &job, bool mayLeave) {
  constexpr std::chrono::milliseconds aWhile(100);
  bool stops = isStoppedHere(), isDone = false;
  {
    During waiting(Work::none);
    while (!isDone && !(stops && mayLeave)) {
      isDone = job.isDone.try_acquire_for(aWhile);
      if (isDone || stops || !(isStoppedHere() || isInterrupted()))
        continue;
      stops = true;
      job.record->isStopped = true;
    }
  }
  if (stops || (isDone && job.wasStopped)) // it may have heard of it first
    stopHere();
  return isDone;
}

bool run(std::function<void()> function, bool mayLeave) {
  auto job = std::make_shared<Job>(std::move(function), mayLeave);
  if (startAnyhow(job))
    return waitFor(*job, mayLeave);
  job->function(); // no thread to be had: better a small stack than none
  return true;
}

} // namespace

bool startOnBigStack(void (*function)(void *), void *argument) {
  struct Call {
    void (*function)(void *);
    void *argument;
  };
  auto run = [](void *given) -> void * {
    const Call call = *static_cast<Call *>(given);
    delete static_cast<Call *>(given);
    call.function(call.argument);
    return nullptr;
  };
  std::unique_ptr<Call> call(new (std::nothrow) Call{function, argument});
  if (!call || !start(run, call.get()))
    return false;
  call.release();
  return true;
}

void trimStack() {
  constexpr uintptr_t kept = 1 << 20, page = 4096;
  void *lowest = endOfStack();
  if (!lowest)
    return;
  const auto low = reinterpret_cast<uintptr_t>(lowest);
  const uintptr_t high = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - kept;
  if (high > low + page)
    madvise(lowest, (high - low) / page * page, MADV_DONTNEED);
}

int64_t leastStackAddress() {
  constexpr int64_t room = 1 << 18, unknown = 1 << 20;
  if (void *lowest = endOfStack())
    return reinterpret_cast<int64_t>(lowest) + room;
  return reinterpret_cast<int64_t>(__builtin_frame_address(0)) - unknown;
}

void runOnBigStack(const std::function<void()> &function) {
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
