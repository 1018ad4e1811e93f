// What scatters, and gathers that only the last of equal indices may read, on whole tensors. An
// index out of range, negative ones included, is dropped (or reads 0); with `clip`, it stands for
// the nearest one in range.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

// Operands: x, indices, updates. Of updates at one place, the last one wins.

/// numbers: axis, clip.
int32_t cotan_scatter(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_scatter_add(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_put_along_axis(const TensorView *operands, TensorView *results,
                             const int64_t *numbers);
int32_t cotan_put_along_axis_add(const TensorView *operands, TensorView *results,
                                 const int64_t *numbers);
/// numbers: clip.
int32_t cotan_scatter_nd(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_scatter_nd_add(const TensorView *operands, TensorView *results,
                             const int64_t *numbers);

/// Operands: x, start, block; the start is moved so that the block lies inside. numbers: none.
int32_t cotan_update_block(const TensorView *operands, TensorView *results, const int64_t *numbers);

// Operands: x, indices. Of indices that name one slice, only the last reads it; the others read 0.

/// numbers: axis, clip.
int32_t cotan_take_last(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_take_along_axis_last(const TensorView *operands, TensorView *results,
                                   const int64_t *numbers);
/// numbers: clip.
int32_t cotan_gather_nd_last(const TensorView *operands, TensorView *results,
                             const int64_t *numbers);
}
} // namespace cotan
