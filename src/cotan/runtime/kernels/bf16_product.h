// Products of bf16 matrices on processors that have instructions for them.
#pragma once

#include "cotan/runtime/kernels/gemm.h"
#include "cotan/support/small_float.h"

namespace cotan {

bool multipliesBFloat16();

/// Sets c to a * b, as the other products do (gemm.h). Numbers below the smallest normal f32 count
/// as 0.
void multiply(int64_t m, int64_t n, int64_t k, Matrix<BFloat16> a, Matrix<BFloat16> b, BFloat16 *c,
              int64_t cStep);

} // namespace cotan
