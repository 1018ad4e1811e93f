// Large convolutions of f32 by oneDNN, whose tensors have the channels in blocks as long as its
// vectors: what is copied there and back is little beside what is computed.
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"

namespace cotan {

/// Sets y, unless the convolution is small, oneDNN has no code of its own for it, or weights are
/// not finite, which must not meet padding: then it answers false, and y may have changed.
bool convolveInBlocks(const Convolution &conv, ConvSteps steps, const float *x, const float *kernel,
                      float *y);

} // namespace cotan
