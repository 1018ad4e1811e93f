// Many tensors side by side in one.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Joins the operands along an axis. numbers: the axis, how many operands there are.
int32_t cotan_join(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
