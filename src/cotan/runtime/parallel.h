// Work on all cores.
#pragma once

#include <cstdint>
#include <functional>

namespace cotan::runtime {

/// How many threads work at most: the environment variable COTAN_NUM_THREADS, or the number of
/// cores. It is 1 in a process that was forked by one whose threads had worked: they are not there.
int threadCount();

void runOnThreads(int64_t pieces, int64_t grain,
                  const std::function<void(int64_t begin, int64_t end)> &work);

/// Calls `work(begin, end)` for parts that together are 0 to `pieces`, on several threads where
/// there are more pieces than `grain`. Each piece is computed as it would be on one thread: the
/// bits of the result do not depend on the number of threads. When the thread is interrupted the
/// rest is left undone (support/work.h).
template <typename F> void parallelFor(int64_t pieces, int64_t grain, const F &work) {
  if (pieces <= grain)
    work(int64_t(0), pieces);
  else
    runOnThreads(pieces, grain, std::cref(work)); // which needs no memory for the function
}

} // namespace cotan::runtime

extern "C" {
using CotanKernel = void (*)(const int64_t *slots, int64_t begin, int64_t end);
/// parallelFor a kernel of a compiled program. 0, or 1 if the thread is interrupted.
int32_t cotan_parallel(CotanKernel kernel, const int64_t *slots, int64_t pieces, int64_t grain);
}
