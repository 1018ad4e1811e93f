// searchsorted on whole tensors. NaN counts as the largest number.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Operands: values, sorted rows. numbers: whether a value belongs behind what is equal to it.
int32_t cotan_searchsorted(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
