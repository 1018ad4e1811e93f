#include "cotan/support/work.h"

#include "cotan/support/interruption.h"

#include <chrono>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cotan {

constinit thread_local detail::Here detail::here = {nullptr, false};

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

enum class Gate : uint8_t { open, forking, ending };

std::atomic<ThreadRecord *> records = nullptr; // a list that only grows; records are used again
std::atomic<Gate> gate = Gate::open;
std::atomic<uint32_t> generation = 1;
/// Who forks or ends the process: it waits for nobody.
std::atomic<pthread_t> master = pthread_t();

bool isMaster() { return pthread_equal(master.load(), pthread_self()); }

[[noreturn]] void stayForever() {
  for (;;)
    pause();
}

//--- fork

/// The process is whole while it forks: no thread is in the middle of what another one shares.
void beforeFork() {
  for (Gate expected = Gate::open; !gate.compare_exchange_strong(expected, Gate::forking);
       expected = Gate::open) {
    if (expected == Gate::ending)
      return;
    std::this_thread::sleep_for(50us); // another thread forks
  }
  master = pthread_self();
  for (ThreadRecord *record = records; record; record = record->next)
    while (record != detail::here.record && record->work.load() == Work::compiling) {
      record->attention = INT64_MAX;
      std::this_thread::sleep_for(50us);
    }
}

void openGate() {
  if (gate.load() != Gate::forking || !isMaster())
    return;
  master = pthread_t();
  gate = Gate::open;
}

/// The other threads do not exist here.
void afterForkInChild() {
  ++generation;
  for (ThreadRecord *record = records; record; record = record->next)
    if (record != detail::here.record) {
      record->work = Work::none;
      record->isTaken = false;
    }
  detail::forgetWatch();
  openGate();
}

//--- records

/// When the library is loaded, and not when a thread first comes in: a fork in the middle of that
/// would leave the C library's lock of exit handlers taken in the child, for ever.
[[maybe_unused]] const bool isListening = [] {
  pthread_atfork(beforeFork, openGate, afterForkInChild);
  endAllWorkFirst();
  return true;
}();

/// Gives the record back when the thread ends. Made before all else of the thread that is ours, so
/// the last to go.
struct Owned {
  ThreadRecord *record = nullptr;
  ~Owned() {
    detail::here = {nullptr, false};
    if (!record)
      return;
    record->work.store(Work::none, std::memory_order_release); // see CompilesAtEnd
    giveBack(std::exchange(record, nullptr));
  }
};
thread_local Owned owned;

/// Takes `to`, or waits until it may be taken.
void comeIn(ThreadRecord &record, Work to) {
  for (;;) {
    record.work.store(to); // in one order with the gate: one of both sees the other
    const Gate now = gate.load();
    if (now == Gate::open || to == Work::none || isMaster() ||
        (now == Gate::forking && to == Work::running))
      return;
    record.work.store(Work::none);
    if (now == Gate::ending)
      stayForever();
    std::this_thread::sleep_for(50us);
  }
}

} // namespace

ThreadRecord *firstThreadRecord() { return records; }

namespace {
/// Made after what takes locks to go, so that it goes before.
struct CompilesAtEnd {
  ~CompilesAtEnd() {
    if (owned.record && detail::here.record == owned.record)
      comeIn(*owned.record, Work::compiling);
  }
};
} // namespace

void endThreadCompiling() {
  (void)threadRecord();
  [[maybe_unused]] thread_local const CompilesAtEnd end;
}

ThreadRecord *newThreadRecord() {
  for (ThreadRecord *record = records; record; record = record->next)
    if (!record->isTaken.exchange(true)) {
      record->isStopped = false;
      record->cancellation = nullptr;
      return record;
    }
  auto *made = new ThreadRecord;
  made->isTaken = true;
  made->next = records;
  while (!records.compare_exchange_weak(made->next, made)) {
  }
  return made;
}

void callAttention() {
  for (ThreadRecord *record = records; record; record = record->next)
    record->attention = INT64_MAX;
}

void giveBack(ThreadRecord *record) { record->isTaken = false; }

void adopt(ThreadRecord *record) { detail::here = {record, false}; }

ThreadRecord &threadRecord() {
  detail::Here &here = detail::here;
  if (here.record && !here.isShared)
    return *here.record;
  if (!owned.record)
    owned.record = newThreadRecord();
  if (!here.isShared)
    here.record = owned.record;
  return *owned.record;
}

uint32_t processGeneration() { return generation.load(std::memory_order_relaxed); }

During::During(Work work)
    : record(threadRecord()), before(record.work.load(std::memory_order_relaxed)),
      changes(before != work) {
  if (!changes)
    return;
  if (before == Work::none) { // other work than what was stopped outside
    record.entries.store(record.entries.load(std::memory_order_relaxed) + 1,
                         std::memory_order_relaxed);
  }
  if (before == Work::none || work == Work::none)
    wasStopped = record.isStopped.exchange(false, std::memory_order_relaxed);
  const bool isLeaving = work == Work::none;
  isLeaving ? record.work.store(work, std::memory_order_release) : comeIn(record, work);
  if (before == Work::none)
    detail::watchWork();
}

During::~During() {
  if (!changes)
    return;
  const bool isLeaving = before == Work::none;
  const bool wasOutside = record.work.load(std::memory_order_relaxed) == Work::none;
  isLeaving ? record.work.store(before, std::memory_order_release) : comeIn(record, before);
  if (isLeaving || wasOutside)
    record.isStopped.store(wasStopped, std::memory_order_relaxed);
}

SharedWork::SharedWork(ThreadRecord *of) : before(detail::here) {
  if (of == before.record)
    return;
  static ThreadRecord *const stopped = [] {
    auto *record = new ThreadRecord;
    record->isStopped = true;
    return record;
  }();
  own = &threadRecord();
  ownBefore = own->work.exchange(Work::running); // in one order with the gate
  const bool isEnding = gate.load() == Gate::ending && !isMaster();
  detail::here = {isEnding ? stopped : of, true};
}

SharedWork::~SharedWork() {
  if (!own)
    return;
  own->work.store(ownBefore, std::memory_order_release);
  detail::here = before;
}

/// By somebody who interrupts it, or with the work of others.
static bool isCancelled(const ThreadRecord &record) {
  if (!isInterrupted())
    return record.cancellation && record.cancellation->isRequested();
  if (record.cancellation)
    record.cancellation->request();
  return true;
}

bool detail::attend(ThreadRecord &record) {
  const Gate now = gate.load();
  if (here.isShared) // the others are its own thread's business
    return record.isStopped || (now == Gate::ending && !isMaster());
  if (now != Gate::ending) // else it is for all who share the work
    record.attention = 0;
  if (now != Gate::open)
    comeIn(record, record.work);
  if (!record.isStopped)
    record.isStopped = isCancelled(record);
  return record.isStopped;
}

//--- the end of the process

void endAllWorkFirst() { std::atexit(endAllWork); }

void endAllWork() {
  for (Gate expected = Gate::open; !gate.compare_exchange_strong(expected, Gate::ending);
       expected = Gate::open) {
    if (expected == Gate::ending)
      return;
    std::this_thread::sleep_for(50us);
  }
  master = pthread_self();
  callAttention();
  // Most of what runs uses nothing that is destroyed, so it may go on; compilers use all of LLVM.
  const auto start = Clock::now();
  for (ThreadRecord *record = records; record; record = record->next)
    for (;;) {
      const Work work = record->work;
      const auto patience = work == Work::compiling ? 10s : 1s;
      if (record == detail::here.record || work == Work::none || Clock::now() - start > patience)
        break;
      record->attention = INT64_MAX;
      std::this_thread::sleep_for(50us);
    }
}

//--- long locks

bool LongMutex::tryLock() {
  uint32_t seen = holder.load(std::memory_order_relaxed);
  const uint32_t here = processGeneration();
  return seen != here && holder.compare_exchange_strong(seen, here, std::memory_order_acquire);
}

bool LongMutex::lock() {
  if (tryLock())
    return true;
  bool isLocked = false, isStopped = false;
  {
    During waiting(Work::none);
    for (auto next = Clock::now() + 100ms; !isLocked && !isStopped;) {
      std::this_thread::sleep_for(200us);
      isLocked = tryLock();
      if (isLocked || Clock::now() < next)
        continue;
      isStopped = isInterrupted();
      next += 100ms;
    }
  }
  if (isStopped)
    stopHere();
  return isLocked;
}

} // namespace cotan
