// matmul and dot_general on whole tensors.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// numbers: whether sums are to be the same on every processor.
int32_t cotan_matmul(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// numbers: as of cotan_matmul; how many axes are batching, how many contracting; the batching axes
/// of lhs, those of rhs, the contracting axes of lhs, those of rhs.
int32_t cotan_dot_general(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
