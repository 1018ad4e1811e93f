#include "cotan/support/interruption.h"

#include "cotan/support/work.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <utility>

namespace cotan {
namespace {

using namespace std::chrono_literals;

constexpr auto interval = 100ms;
constexpr int idleTurns = 20; // intervals without work until the thread that watches goes to sleep

std::atomic<InterruptionCheck> check = nullptr;

/// Calls the attention of threads that are in the middle of something. A thread of its own, as
/// nothing else may cost loops time; it sleeps while nothing happens.
class Watch {
public:
  void start() {
    std::lock_guard lock(mutex);
    if (isAwake.exchange(true))
      return;
    if (isStarted)
      return wake.notify_one();
    // Signals are for other threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    isStarted = pthread_create(&thread, nullptr, work, this) == 0; // without one nobody is heard
    if (isStarted)
      pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  std::atomic<bool> isAwake = false;

private:
  static void *work(void *self) {
    static_cast<Watch *>(self)->run();
    return nullptr;
  }

  void run() {
    for (int idle = 0;; ++idle) {
      if (callAttention())
        idle = 0;
      if (idle == idleTurns) {
        std::unique_lock lock(mutex);
        isAwake = false;
        wake.wait(lock, [&] { return isAwake.load(); });
      }
      std::this_thread::sleep_for(interval);
    }
  }

  /// Whether there was anything to do.
  bool callAttention() {
    uint32_t entries = 0;
    bool isBusy = false;
    for (ThreadRecord *record = firstThreadRecord(); record; record = record->next) {
      entries += record->entries.load(std::memory_order_relaxed);
      if (record->work.load(std::memory_order_relaxed) == Work::none)
        continue;
      record->attention.store(INT64_MAX, std::memory_order_relaxed);
      isBusy = true;
    }
    return std::exchange(entriesBefore, entries) != entries || isBusy;
  }

  std::mutex mutex;
  std::condition_variable wake;
  bool isStarted = false;
  uint32_t entriesBefore = 0;
};

std::atomic<Watch *> watch = new Watch; // never freed: its thread does not end

} // namespace

void setInterruptionCheck(InterruptionCheck wanted) { check = wanted; }

bool isInterrupted() {
  const InterruptionCheck asked = check;
  return asked && asked();
}

void stopHere() {
  if (ThreadRecord *record = detail::here.record)
    record->isStopped = true;
}

bool isStoppedHere() {
  const ThreadRecord *record = detail::here.record;
  return record && record->isStopped;
}

void detail::watchWork() {
  if (check.load(std::memory_order_relaxed) &&
      !watch.load()->isAwake.load(std::memory_order_relaxed))
    watch.load()->start();
}

void detail::forgetWatch() { watch = new Watch; }

} // namespace cotan
