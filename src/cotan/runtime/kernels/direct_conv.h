// Convolutions of few output channels without columns: as a product of matrices, each element of
// the columns would be made for a few multiplications.
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"

namespace cotan {

/// Whether it is computed so. C is float, double, or an unsigned integer type.
template <typename C> bool isDirect(const Convolution &conv, const C *kernel);
template <typename C>
void convolveDirectly(const Convolution &conv, const C *x, const C *kernel, C *y);

} // namespace cotan
