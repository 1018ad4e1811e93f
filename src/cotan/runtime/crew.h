// Threads that wait for tasks of programs, each with a big stack. A task is given to a thread that
// has nothing to do, or not at all: so who waits for one waits for what is being done. Nothing here
// throws: where memory is missing, the giver does it.
#pragma once

#include <atomic>
#include <cstdint>

namespace cotan::runtime {

struct Seat;

/// What one thread does for another, which keeps it until it is done.
class Job {
public:
  Job() = default;
  Job(const Job &) = delete;
  /// Throws nothing.
  virtual void run(int64_t leastStackAddress) = 0;
  /// Tells that it is to end, on another thread than runs it.
  virtual void stop() = 0;

protected:
  ~Job() = default;

private:
  friend class Crew;
  std::atomic<Seat *> waiter = nullptr; // whom to wake when it is done
  Seat *seat = nullptr;                 // where it was put
};

class Crew {
public:
  /// Whether a thread seems to have nothing to do. If not, there is one more soon, if there may be.
  static bool isIdle(const void *run);
  /// Gives the job to a thread of the crew, or to one that waits in the same run. False if none is
  /// idle, and it stays the caller's.
  static bool give(Job &job, const void *run);
  /// Whether it stays undone: nobody had begun with it.
  static bool takeBack(Job &job);
  static bool isDone(const Job &job);
  /// Waits until it is done, and does jobs of the run meanwhile. If this thread is to stop, so is
  /// the job.
  static void waitFor(Job &job, const void *run, int64_t leastStackAddress);
  /// How many of all threads are left for what the calling thread does.
  static int threadsLeft(int all);

private:
  static void work(Seat &seat, Job &job, int64_t leastStackAddress);
  static Job *take(Seat &seat);
  static void serve(void *seat);
  static void hire();
};

} // namespace cotan::runtime
