// Convolutions of whole tensors; see the op prim.conv for what the numbers mean.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Operands: x, the kernel, and perhaps a padding to add. numbers: feature groups, batch groups,
/// whether there is such a padding; per spatial axis stride, low, high, lhs dilation, rhs dilation.
int32_t cotan_conv(const TensorView *operands, TensorView *results, const int64_t *numbers);

/// Of f32 tensors in other orders, without batch groups and padding. numbers: those of cotan_conv;
/// then permutations of x, the kernel and the result: how the first two become, and the last comes
/// from, what cotan_conv takes and makes.
int32_t cotan_conv_permuted(const TensorView *operands, TensorView *results,
                            const int64_t *numbers);
}
} // namespace cotan
