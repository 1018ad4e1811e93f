// Work on all cores.
#pragma once

#include "cotan/support/work.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace cotan::runtime {

/// How many threads work at most: the environment variable COTAN_NUM_THREADS, or the number of
/// cores that the process may use. It is 1 in a process that was forked by one whose threads had
/// worked: they are not there.
int threadCount();

void runOnThreads(int64_t pieces, int64_t grain,
                  const std::function<void(int64_t begin, int64_t end)> &work);

/// Calls `work(begin, end)` for parts that together are 0 to `pieces`, on several threads where
/// there are more pieces than `grain`. Each piece is computed as it would be on one thread: the
/// bits of the result do not depend on the number of threads. When the thread is interrupted the
/// rest is left undone (support/work.h). What `work` throws is thrown, or std::bad_alloc.
template <typename F> void parallelFor(int64_t pieces, int64_t grain, const F &work) {
  if (pieces <= grain)
    work(int64_t(0), pieces);
  else
    runOnThreads(pieces, grain, std::cref(work)); // which needs no memory for the function
}

/// Calls it for parts on this thread alone, with work of a few instructions per piece.
template <typename F> void serialFor(int64_t pieces, const F &work) {
  constexpr int64_t part = 1 << 16;
  for (int64_t begin = 0; begin < pieces && !mustStop(); begin += part)
    work(begin, std::min(pieces, begin + part));
}

} // namespace cotan::runtime
