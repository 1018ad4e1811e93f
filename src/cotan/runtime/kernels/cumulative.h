// Running sums, products and extrema, and linear recurrences, along an axis of whole tensors.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// numbers: axis, reverse, exclusive.
int32_t cotan_cumsum(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_cumprod(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_cummax(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_cummin(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// numbers: reverse, exclusive. Operands: x, axis, which may count from the last.
int32_t cotan_cumsum_along(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Those of cumsum. Operands: a, b.
int32_t cotan_linear_recurrence(const TensorView *operands, TensorView *results,
                                const int64_t *numbers);
}
} // namespace cotan
