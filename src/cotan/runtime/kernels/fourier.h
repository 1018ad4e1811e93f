// Discrete Fourier transforms of whole tensors.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Of pairs of real and imaginary parts. numbers: inverse, how many axes, the axes.
int32_t cotan_dft(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// From real numbers to the first half of the pairs, and back. numbers: the axis.
int32_t cotan_dft_r2c(const TensorView *operands, TensorView *results, const int64_t *numbers);
int32_t cotan_dft_c2r(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
