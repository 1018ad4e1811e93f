#include "cotan/runtime/parallel.h"

#include "cotan/runtime/generated_code.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace cotan::runtime {
namespace {

/// Parts start at multiples of this, so that they begin on a cache line and fill whole vectors.
constexpr int64_t alignment = 64;
/// Parts per thread: more even out what other programs take away.
constexpr int64_t partsPerThread = 4;

tbb::task_arena &arena() {
  static tbb::task_arena workers(threadCount());
  return workers;
}

} // namespace

int threadCount() {
  static const int count = [] {
    const char *wanted = std::getenv("COTAN_NUM_THREADS");
    int given = wanted ? std::atoi(wanted) : 0;
    int cores = std::max(1u, std::thread::hardware_concurrency());
    return given > 0 ? std::min(given, 1024) : cores;
  }();
  return count;
}

void runOnThreads(int64_t pieces, int64_t grain,
                  const std::function<void(int64_t, int64_t)> &work) {
  int64_t part = std::max(grain, pieces / (threadCount() * partsPerThread));
  if (part > alignment)
    part = (part + alignment - 1) / alignment * alignment;
  int64_t parts = (pieces + part - 1) / part;
  arena().execute([&] {
    tbb::parallel_for(int64_t(0), parts,
                      [&](int64_t i) { work(i * part, std::min(pieces, (i + 1) * part)); });
  });
}

} // namespace cotan::runtime

void cotan_parallel(CotanKernel kernel, const int64_t *slots, int64_t pieces, int64_t grain) {
  cotan::runtime::parallelFor(pieces, grain,
                              [&](int64_t begin, int64_t end)
                                  COTAN_CALLS_GENERATED_CODE { kernel(slots, begin, end); });
}
