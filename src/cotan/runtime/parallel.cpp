#include "cotan/runtime/parallel.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/abi/generated_code.h"
#include "cotan/runtime/crew.h"
#include "cotan/runtime/error.h"
#include "cotan/support/work.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

#ifndef __has_feature // clang's
#define __has_feature(feature) 0
#endif

namespace cotan::runtime {
namespace {

/// Parts start at multiples of this, so that they begin on a cache line and fill whole vectors.
constexpr int64_t alignment = 64;
/// Parts per thread: more even out what other programs take away.
constexpr int64_t partsPerThread = 4;
/// Grains per part at most: some milliseconds, after which an interruption is heard.
constexpr int64_t grainsPerPart = 64;

/// The process whose threads work; 0: none yet.
std::atomic<uint32_t> workingProcess = 0;

int wantedThreads() {
  const char *wanted = std::getenv("COTAN_NUM_THREADS");
  int given = wanted ? std::atoi(wanted) : 0;
  return given > 0 ? std::min(given, 1024) : tbb::info::default_concurrency();
}

/// Calls `run` for all parts, on several threads.
#if __has_feature(thread_sanitizer)
// It does not see how TBB's threads wait for each other, but it sees how these do.
template <typename F> void runAll(int64_t parts, const F &run) {
  std::atomic<int64_t> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < threadCount(); ++i)
    threads.emplace_back([&] {
      try {
        for (int64_t part; (part = next++) < parts;)
          run(part);
      } catch (...) { // who waits sees that a part is left
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}
#else
tbb::task_arena &arena() {
  During starting(Work::compiling); // locks of TBB's are taken, and this one
  // Never destroyed: at the end of the process threads may still be at work.
  static auto *workers = [] {
    workingProcess = processGeneration();
    auto *made = new tbb::task_arena(threadCount());
    made->initialize();
    return made;
  }();
  return *workers;
}

template <typename F> void runAll(int64_t parts, const F &run) {
  arena().execute([&] { tbb::parallel_for(int64_t(0), parts, run); });
}
#endif

} // namespace

int threadCount() {
  static std::atomic<int> known = 0;
  int count = known.load(std::memory_order_relaxed);
  if (count == 0) {
    During counting(Work::compiling); // locks of TBB's are taken
    known = count = wantedThreads();
  }
  const uint32_t working = workingProcess.load(std::memory_order_relaxed);
  return working == 0 || working == processGeneration() ? count : 1;
}

void runOnThreads(int64_t pieces, int64_t grain,
                  const std::function<void(int64_t, int64_t)> &work) {
  const int threads = Crew::threadsLeft(threadCount());
  const int64_t wanted = threads == 1 ? 1 : threads * partsPerThread;
  int64_t part = std::clamp(pieces / wanted, grain, grain * grainsPerPart);
  const int64_t unit = part > alignment ? alignment : grain;
  part = (part + unit - 1) / unit * unit;
  const int64_t parts = (pieces + part - 1) / part;
  std::atomic<int64_t> left = parts;
  auto run = [&, caller = SharedWork::here()](int64_t i) {
    SharedWork shared(caller);
    if (!mustStop())
      work(i * part, std::min(pieces, (i + 1) * part));
    left.fetch_sub(1, std::memory_order_relaxed);
  };
  if (threads == 1)
    for (int64_t i = 0; i < parts; ++i)
      run(i);
  else
    runAll(parts, run);
  if (left != 0) // an exception, which TBB had no memory to pass on
    throw std::bad_alloc();
}

} // namespace cotan::runtime

int32_t cotan_parallel(cotan::abi::Kernel kernel, const int64_t *slots, int64_t pieces,
                       int64_t grain) {
  return cotan::withoutExceptions([&] {
    cotan::runtime::parallelFor(pieces, grain,
                                [&](int64_t begin, int64_t end)
                                    COTAN_CALLS_GENERATED_CODE { kernel(slots, begin, end); });
    return 0;
  });
}
