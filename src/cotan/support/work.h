// Where each thread is in Cotan, for those who must know: a fork, the end of the process, and who
// interrupts what takes long.
#pragma once

#include <atomic>
#include <cstdint>

namespace cotan {

enum class Work : uint8_t {
  none,      // code that is not Cotan's, or waiting for another thread
  compiling, // uses what a fork must find whole: MLIR's context, caches, locks
  running,   // runs a compiled program, which a fork need not wait for
};

/// What else ends the work of a thread: that of several ends together.
class Cancellation {
public:
  /// Asked where the thread's attention was called.
  virtual bool isRequested() const = 0;
  /// The thread was interrupted.
  virtual void request() = 0;

protected:
  ~Cancellation() = default;
};

/// What is known of a thread. Never freed, so that others may look at it at any time.
struct alignas(64) ThreadRecord {
  /// Not 0: somebody wants something of this thread. Generated code compares it with the steps that
  /// are left, which are fewer.
  std::atomic<int64_t> attention = 0;
  std::atomic<bool> isStopped = false; // what it does is to end
  std::atomic<Work> work = Work::none;
  std::atomic<uint32_t> entries = 0; // how often it came in
  std::atomic<bool> isTaken = false;
  Cancellation *cancellation = nullptr; // of the thread that does the work
  ThreadRecord *next = nullptr;
};

/// What the thread does as long as this lives. Coming in waits while another thread forks.
///
/// Code that waits for Python's lock, or for another thread, is in `none`: a fork waits for those
/// that compile, perhaps with that lock. No lock that others wait for in `compiling` may be held
/// while this begins or ends, or in `mustStop`.
class During {
public:
  explicit During(Work work);
  ~During();
  During(const During &) = delete;

private:
  ThreadRecord &record;
  const Work before;
  const bool changes;
  bool wasStopped = false;
};

/// All threads' records; those of threads that ended are among them until they are used again.
ThreadRecord *firstThreadRecord();

namespace detail {
struct Here {
  ThreadRecord *record; // the thread's own, or of the one whose work it shares; null: none yet
  bool isShared;
};
extern constinit thread_local Here here;
bool attend(ThreadRecord &record);
} // namespace detail

/// Asked between the steps of whatever takes long: true if it is to end, as somebody interrupts it
/// (support/interruption.h). A fork of another thread happens here, and at the end of the process
/// nobody comes back from here.
inline bool mustStop() {
  ThreadRecord *record = detail::here.record;
  if (!record)
    return false;
  if (record->attention.load(std::memory_order_relaxed) != 0)
    return detail::attend(*record);
  return record->isStopped.load(std::memory_order_relaxed);
}

/// The thread's own.
ThreadRecord &threadRecord();

/// The thread takes part in a run of another, which waits for it: it stops when that is to stop.
class SharedWork {
public:
  explicit SharedWork(ThreadRecord *of);
  ~SharedWork();
  SharedWork(const SharedWork &) = delete;
  /// For threads that are going to share the work of this one.
  static ThreadRecord *here() { return detail::here.record; }

private:
  const detail::Here before;
  ThreadRecord *own = nullptr;
  Work ownBefore;
};

/// For a thread that is about to start, which adopts it: who starts it can stop its work.
ThreadRecord *newThreadRecord();
/// All threads look soon whether their work is to end.
void callAttention();
void adopt(ThreadRecord *record);
/// Neither the thread nor who started it looks at it any more.
void giveBack(ThreadRecord *record);

/// From here on, when this thread ends, what exists of it now goes in `compiling`.
void endThreadCompiling();

/// Different in a forked process.
uint32_t processGeneration();

/// For the end of the process, before anything is destroyed: waits until nobody but this thread is
/// inside, but not for long. Threads that come to `mustStop`, or come in, stay there for ever.
void endAllWork();
/// `exit` does so before it destroys what exists now. Called when a library was used for the first
/// time that destroys its data, as code that may be running.
void endAllWorkFirst();

/// A mutex that may be held for as long as compiling takes. Who waits for it is not inside
/// meanwhile, and hears interruptions. A forked process finds it open if it was held by a thread
/// that does not exist there.
class LongMutex {
public:
  /// False, and it is not locked, if the thread is interrupted.
  [[nodiscard]] bool lock();
  /// False, and it is not locked, if another thread holds it.
  [[nodiscard]] bool tryLock();
  /// By any thread.
  void unlock() { holder.store(0, std::memory_order_release); }

private:
  std::atomic<uint32_t> holder = 0; // its process, or 0
};

} // namespace cotan
