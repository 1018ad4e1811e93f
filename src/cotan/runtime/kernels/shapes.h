// What broadcasting needs of the runtime.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Sums over the axes that the result lacks, or has with size 1. numbers: none.
int32_t cotan_sum_to(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// The common shape of shapes. numbers: how many operands there are.
int32_t cotan_broadcast_shapes(const TensorView *operands, TensorView *results,
                               const int64_t *numbers);
}
} // namespace cotan
