// Convolutions with kernels of 3 by 3, and their derivatives by those, with 4 multiplications in
// place of 9 (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016, after
// Winograd 1980).
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"

namespace cotan {

/// Sets y of f32, unless it is no such convolution, or a small one: then it answers false, and y
/// may have changed; also where a result is not finite, since infinities and large numbers meet
/// others here that they have nothing to do with. Each result is made of what it is the sum of, and
/// no other elements of x: errors are as those of the sum.
bool convolveByWinograd(const Convolution &conv, const ConvSteps &steps, const float *x,
                        const float *kernel, float *y);

} // namespace cotan
