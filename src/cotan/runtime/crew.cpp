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

/// What there is at a seat. Open seats have a state for each job of which parts may come: so who
/// gives one cannot miss that somebody else sits there now.
class Place {
public:
  static Place closed() { return Place(2); }
  /// For parts of the job; null: for all jobs.
  static Place openFor(const Job *awaited) {
    return Place(reinterpret_cast<uintptr_t>(awaited) | 1);
  }
  static Place with(const Job &job) { return Place(reinterpret_cast<uintptr_t>(&job)); }

  bool isOpen() const { return (word & 1) != 0; }
  /// Of an open one.
  const Job *awaited() const { return reinterpret_cast<const Job *>(word & ~uintptr_t(1)); }
  /// Null if there is none.
  Job *job() const {
    return isOpen() || *this == closed() ? nullptr : reinterpret_cast<Job *>(word);
  }
  bool operator==(const Place &) const = default;

private:
  explicit Place(uintptr_t word) : word(word) {}
  uintptr_t word;
};

/// Where a thread waits for a job. Never freed, so that others may look at it at any time.
struct alignas(64) Seat {
  std::atomic<Place> place = Place::closed();
  std::atomic<bool> sleeps = false, isTaken = true;
  std::binary_semaphore wake{0};
  Seat *next = nullptr;
};

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// In place of a waiter of a job that is done.
Seat *const done = reinterpret_cast<Seat *>(1);

/// A thread looks for work so long before it sleeps: waking it takes some microseconds.
constexpr auto patience = 50us;

std::atomic<Seat *> seats = nullptr; // a list that only grows
std::atomic<int> open = 0;           // seats where a job is waited for
std::atomic<int> atWork = 0;         // threads of the crew at work, less those that wait
std::atomic<int> hired = 0;
std::atomic<uint32_t> process = 0; // whose threads they are

/// Null: there is no memory for one.
Seat *takeSeat() {
  for (Seat *seat = seats; seat; seat = seat->next)
    if (!seat->isTaken.exchange(true))
      return seat;
  auto *made = new (std::nothrow) Seat;
  if (!made)
    return nullptr;
  made->next = seats;
  while (!seats.compare_exchange_weak(made->next, made)) {
  }
  return made;
}

void openSeat(Seat &seat, const Job *awaited) {
  seat.place = Place::openFor(awaited);
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

/// Whether somebody sits there for parts of what `giver` is part of.
bool Crew::mayHave(Place place, const Job *giver) {
  if (!place.isOpen())
    return false;
  while (giver && giver != place.awaited())
    giver = giver->giver;
  return giver == place.awaited() || !place.awaited();
}

bool Crew::isIdle(const Job *giver) {
  if (open.load(std::memory_order_relaxed) > 0 && process == processGeneration())
    for (Seat *seat = seats; seat; seat = seat->next)
      if (mayHave(seat->place.load(std::memory_order_relaxed), giver))
        return true;
  hire();
  return false;
}

bool Crew::give(Job &job) {
  for (Seat *seat = seats; seat; seat = seat->next) {
    Place place = seat->place;
    if (!mayHave(place, job.giver))
      continue;
    job.seat = seat;
    job.awaited = place.awaited();
    if (seat->place.compare_exchange_strong(place, Place::with(job))) {
      --open;
      wakeUp(*seat);
      return true;
    }
  }
  return false;
}

bool Crew::takeBack(Job &job) {
  Place given = Place::with(job);
  if (!job.seat->place.compare_exchange_strong(given, Place::openFor(job.awaited)))
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

void Crew::waitFor(Job &job, int64_t leastStackAddress) {
  Seat *taken = takeSeat();
  if (!taken)
    return watch(job);
  Seat &seat = *taken;
  Seat *nobody = nullptr;
  if (job.waiter.compare_exchange_strong(nobody, &seat)) {
    --atWork;
    openSeat(seat, &job);
    bool stops = false;
    auto start = Clock::now();
    while (!isDone(job)) {
      if (!stops && mustStop()) { // before its parts, of which there may always be one more
        stops = true;
        job.stop();
      }
      if (Job *part = take(seat)) {
        ++atWork;
        work(seat, *part, &job, leastStackAddress);
        --atWork;
        start = Clock::now();
      } else {
        wait(seat, start, 100ms, [&] { return isDone(job) || seat.place.load().job(); });
      }
    }
    ++atWork;
    for (Place place = Place::openFor(&job);
         !seat.place.compare_exchange_strong(place, Place::closed()); place = Place::openFor(&job))
      if (Job *last = take(seat)) // came at the last moment
        work(seat, *last, &job, leastStackAddress);
    --open;
  }
  seat.isTaken = false;
}

int Crew::threadsLeft(int all) {
  if (process.load(std::memory_order_relaxed) != processGeneration())
    return all;
  return std::max(1, all - std::max(0, atWork.load(std::memory_order_relaxed)));
}

//--- who does it

Job *Crew::take(Seat &seat) {
  Place place = seat.place;
  Job *job = place.job();
  return job && seat.place.compare_exchange_strong(place, Place::closed()) ? job : nullptr;
}

void Crew::work(Seat &seat, Job &job, const Job *awaited, int64_t leastStackAddress) {
  job.run(leastStackAddress);
  openSeat(seat, awaited); // who waits for the job may have the next one
  Seat *waiter = job.waiter.exchange(done);
  if (waiter)
    wakeUp(*waiter);
}

void Crew::serve(void *of) {
  const int64_t least = cotan::leastStackAddress();
  Seat &seat = *static_cast<Seat *>(of);
  openSeat(seat, nullptr);
  for (auto start = Clock::now();;) {
    if (Job *job = take(seat)) {
      ++atWork;
      work(seat, *job, nullptr, least);
      --atWork;
      start = Clock::now();
    } else {
      if (Clock::now() - start > patience)
        trimStack();
      wait(seat, start, 24h, [&] { return seat.place.load().job() != nullptr; });
    }
  }
}

/// One more thread, if there may be.
void Crew::hire() {
  const uint32_t here = processGeneration();
  uint32_t none = 0;
  if (hired + 1 >= threadCount() || (!process.compare_exchange_strong(none, here) && none != here))
    return;
  Seat *seat = hired.fetch_add(1) + 1 < threadCount() ? takeSeat() : nullptr;
  if (seat && startOnBigStack(serve, seat))
    return;
  --hired;
  if (seat)
    seat->isTaken = false;
}

} // namespace cotan::runtime
