// Factors of symmetric and Hermitian matrices that need not be positive definite.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Of the lower triangle. numbers: whether complex matrices are symmetric and not Hermitian.
/// Results: l, the blocks d, for each row the row of the operand it is.
int32_t cotan_ldl(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
