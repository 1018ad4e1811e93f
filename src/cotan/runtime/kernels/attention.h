// composite.attention and its derivative in tiles (Dao et al., FlashAttention, 2022).
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// f32 or f64. Operands: q, k, v, slopes if there are any; results: y, logsumexp; numbers: how many
/// keys before and behind its own place a query meets, the bits of the scale as a double, and
/// whether there are slopes.
int32_t cotan_attention(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Operands: q, k, v, logsumexp, dy, shift, slopes if there are any; results: dq, dk, dv, dslope;
/// numbers: the same.
int32_t cotan_attention_vjp(const TensorView *operands, TensorView *results,
                            const int64_t *numbers);
}
} // namespace cotan
