#include "cotan/runtime/crew.h"

#include "cotan/runtime/parallel.h"
#include "cotan/support/big_stack.h"
#include "cotan/support/interruption.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <semaphore>
#include <thread>

namespace cotan::runtime {

/// Where a thread waits for a job. Never freed, so that others may look at it at any time.
struct alignas(64) Seat {
  std::atomic<Job *> job;                  // null: it waits for one; `closed`: it does not
  std::atomic<const void *> run = nullptr; // of which it takes jobs; null: of any
  std::atomic<bool> sleeps = false, isTaken = true;
  std::binary_semaphore wake{0};
  Seat *next = nullptr;
};

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// In place of a job, and of a waiter of one that is done.
Job *const closed = reinterpret_cast<Job *>(1);
Seat *const done = reinterpret_cast<Seat *>(1);

/// A thread looks for work so long before it sleeps: waking it takes some microseconds.
constexpr auto patience = 50us;

std::atomic<Seat *> seats = nullptr; // a list that only grows
std::atomic<int> open = 0;           // seats where a job is waited for
std::atomic<int> working = 0;        // threads of the crew at work, less those that wait
std::atomic<int> hired = 0;
std::atomic<uint32_t> process = 0; // whose threads they are

/// Null: there is no memory for one.
Seat *takeSeat(const void *run) {
  for (Seat *seat = seats; seat; seat = seat->next)
    if (!seat->isTaken.exchange(true)) {
      seat->run = run;
      return seat;
    }
  auto *made = new (std::nothrow) Seat;
  if (!made)
    return nullptr;
  made->job = closed;
  made->run = run;
  made->next = seats;
  while (!seats.compare_exchange_weak(made->next, made)) {
  }
  return made;
}

void openSeat(Seat &seat) {
  seat.job = nullptr;
  ++open;
}

void wakeUp(Seat &seat) {
  if (seat.sleeps.exchange(false))
    seat.wake.release();
}

/// Spins, and then sleeps for a while, until `isOver` may have become true.
template <typename F>
void wait(Seat &seat, Clock::time_point start, Clock::duration aWhile, const F &isOver) {
  if (Clock::now() - start < patience) {
    for (int i = 0; i < 64 && !isOver(); ++i)
      std::this_thread::yield();
    return;
  }
  seat.sleeps = true; // in one order with what it waits for: one of both sees the other
  const bool isWoken = !isOver() && seat.wake.try_acquire_for(aWhile);
  if (!isWoken && !seat.sleeps.exchange(false))
    seat.wake.acquire(); // somebody is about to wake it
}

} // namespace

//--- who has a job to give

static bool isOpen(const Seat &seat, const void *run) {
  const void *of = seat.run.load(std::memory_order_relaxed);
  return !seat.job.load(std::memory_order_relaxed) && (!of || of == run);
}

bool Crew::isIdle(const void *run) {
  if (open.load(std::memory_order_relaxed) > 0 && process == processGeneration())
    for (Seat *seat = seats; seat; seat = seat->next)
      if (isOpen(*seat, run))
        return true;
  hire();
  return false;
}

bool Crew::give(Job &job, const void *run) {
  for (Seat *seat = seats; seat; seat = seat->next) {
    Job *none = nullptr;
    if (!isOpen(*seat, run))
      continue;
    job.seat = seat;
    if (seat->job.compare_exchange_strong(none, &job)) {
      --open;
      wakeUp(*seat);
      return true;
    }
  }
  return false;
}

bool Crew::takeBack(Job &job) {
  Job *given = &job;
  if (!job.seat->job.compare_exchange_strong(given, nullptr))
    return false;
  ++open;
  return true;
}

bool Crew::isDone(const Job &job) { return job.waiter == done; }

/// As `waitFor`, without a seat: nobody wakes it, and it does no other jobs.
static void watch(Job &job) {
  for (bool stops = false; !Crew::isDone(job);) {
    if (!stops && mustStop()) {
      stops = true;
      job.stop();
    }
    std::this_thread::sleep_for(patience);
  }
}

void Crew::waitFor(Job &job, const void *run, int64_t leastStackAddress) {
  Seat *taken = takeSeat(run);
  if (!taken)
    return watch(job);
  Seat &seat = *taken;
  Seat *nobody = nullptr;
  if (job.waiter.compare_exchange_strong(nobody, &seat)) {
    --working;
    openSeat(seat);
    bool stops = false;
    auto start = Clock::now();
    while (!isDone(job)) {
      if (!stops && mustStop()) { // before others' jobs, of which there may always be one more
        stops = true;
        job.stop();
      }
      if (Job *other = take(seat)) {
        if (stops)
          other->stop();
        ++working;
        work(seat, *other, leastStackAddress);
        --working;
        start = Clock::now();
      } else {
        wait(seat, start, 100ms, [&] { return isDone(job) || seat.job.load(); });
      }
    }
    ++working;
    for (Job *none = nullptr; !seat.job.compare_exchange_strong(none, closed); none = nullptr)
      if (Job *last = take(seat)) // came at the last moment
        work(seat, *last, leastStackAddress);
    --open;
  }
  seat.isTaken = false;
}

int Crew::threadsLeft(int all) {
  if (process.load(std::memory_order_relaxed) != processGeneration())
    return all;
  return std::max(1, all - std::max(0, working.load(std::memory_order_relaxed)));
}

//--- who does it

Job *Crew::take(Seat &seat) {
  Job *job = seat.job;
  return job && job != closed && seat.job.compare_exchange_strong(job, closed) ? job : nullptr;
}

void Crew::work(Seat &seat, Job &job, int64_t leastStackAddress) {
  job.run(leastStackAddress);
  openSeat(seat); // who waits for the job may have the next one
  Seat *waiter = job.waiter.exchange(done);
  if (waiter)
    wakeUp(*waiter);
}

void Crew::serve(void *of) {
  const int64_t least = cotan::leastStackAddress();
  Seat &seat = *static_cast<Seat *>(of);
  openSeat(seat);
  for (auto start = Clock::now();;) {
    if (Job *job = take(seat)) {
      ++working;
      work(seat, *job, least);
      --working;
      start = Clock::now();
    } else {
      if (Clock::now() - start > patience)
        trimStack();
      wait(seat, start, 24h, [&] { return seat.job.load() != nullptr; });
    }
  }
}

/// One more thread, if there may be.
void Crew::hire() {
  const uint32_t here = processGeneration();
  uint32_t none = 0;
  if (hired + 1 >= threadCount() || (!process.compare_exchange_strong(none, here) && none != here))
    return;
  Seat *seat = hired.fetch_add(1) + 1 < threadCount() ? takeSeat(nullptr) : nullptr;
  if (seat && startOnBigStack(serve, seat))
    return;
  --hired;
  if (seat)
    seat->isTaken = false;
}

} // namespace cotan::runtime
