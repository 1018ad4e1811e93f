// sort, argsort and topk on whole tensors. NaN counts as the largest number; equal elements, -0 and
// 0 too, keep their order.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// numbers: axis, descending.
int32_t cotan_sort(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_argsort(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// numbers: k. Results: the values, the indices.
int32_t cotan_topk(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
