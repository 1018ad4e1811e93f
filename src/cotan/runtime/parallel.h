// Work on all cores.
#pragma once

#include <cstdint>
#include <functional>

namespace cotan::runtime {

/// How many threads work at most: the environment variable COTAN_NUM_THREADS, or the number of cores.
int threadCount();

/// Calls `work(begin, end)` for parts that together are 0 to `pieces`, on several threads where there
/// are more pieces than `grain`. Each piece is computed as it would be on one thread: the bits of the
/// result do not depend on the number of threads.
void parallelFor(int64_t pieces, int64_t grain,
                 const std::function<void(int64_t begin, int64_t end)> &work);

} // namespace cotan::runtime

extern "C" {
using CotanKernel = void (*)(const int64_t *slots, int64_t begin, int64_t end);
/// parallelFor a kernel of a compiled program.
void cotan_parallel(CotanKernel kernel, const int64_t *slots, int64_t pieces, int64_t grain);
}
