// Transposed copies of matrices of 32-bit numbers, eight by eight in registers.
#pragma once

#include "cotan/runtime/kernels/processors.h"

#include <cstdint>

namespace cotan {

/// to[j * toStep + i] = from[i * fromStep + j].
COTAN_FOR_EACH_PROCESSOR void transposeBlocks(const float *from, int64_t fromStep, int64_t rows,
                                              int64_t columns, float *to, int64_t toStep);

} // namespace cotan
