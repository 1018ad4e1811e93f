// Threads that wait for tasks of programs, each with a big stack. A task is given to a thread that
// has nothing to do, or not at all: so who waits for one waits for what is being done. Nothing here
// throws: where memory is missing, the giver does it.
#pragma once

#include <atomic>
#include <cstdint>

namespace cotan::runtime {

struct Seat;
class Place;

/// What one thread does for another, which keeps it until it is done.
class Job {
public:
  /// Of what the thread does that gives it; null: of a run.
  explicit Job(const Job *giver) : giver(giver) {}
  Job(const Job &) = delete;
  /// Throws nothing.
  virtual void run(int64_t leastStackAddress) = 0;
  /// Tells that it is to end, with all that is part of it, on another thread than runs it.
  virtual void stop() = 0;

protected:
  ~Job() = default;

private:
  friend class Crew;
  const Job *const giver;
  std::atomic<Seat *> waiter = nullptr; // whom to wake when it is done
  Seat *seat = nullptr;                 // where it was put
  const Job *awaited = nullptr;         // there, before
};

class Crew {
public:
  /// Whether a thread seems to have nothing to do. If not, there is one more soon, if there may be.
  /// `giver`: what the caller does; null: a run.
  static bool isIdle(const Job *giver);
  /// Gives the job to a thread of the crew, or to one that waits for what it is part of. False if
  /// none is idle, and it stays the caller's.
  static bool give(Job &job);
  /// Whether it stays undone: nobody had begun with it.
  static bool takeBack(Job &job);
  static bool isDone(const Job &job);
  /// Waits until it is done, and does parts of it meanwhile. No others: who waits would have to do
  /// them to their end, though the job may fail long before. If this thread is to stop, so is the
  /// job.
  static void waitFor(Job &job, int64_t leastStackAddress);
  /// How many of all threads are left for what the calling thread does.
  static int threadsLeft(int all);

private:
  static void work(Seat &seat, Job &job, const Job *awaited, int64_t leastStackAddress);
  static Job *take(Seat &seat);
  static bool mayHave(Place place, const Job *giver);
  static void serve(void *seat);
  static void hire();
};

} // namespace cotan::runtime
