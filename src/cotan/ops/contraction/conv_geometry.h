// Sizes and paddings of convolutions.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cotan {

/// One spatial axis of a convolution.
struct ConvAxis {
  int64_t stride, low, high, lhsDilation, rhsDilation;
};

/// For each place of the kernel and each of its elements, the element of x it meets; -1 if it meets
/// a zero.
std::vector<int64_t> metElements(const ConvAxis &axis, int64_t size, int64_t kernelSize,
                                 int64_t places);

/// The padding with which the cotangent, convolved with the flipped kernel, has the size of x.
/// Works for numbers and for expressions; sizes are those of the dilated operands.
template <typename N> std::pair<N, N> paddingForInput(N x, N kernel, N y, N low) {
  N before = kernel - low - 1;
  return {before, x + kernel - y - before - 1};
}

/// How much is added behind x so that x convolved with the cotangent has the size of the kernel.
template <typename N> N highForKernel(N x, N kernel, N y, N low) {
  return y - x + kernel - low - 1;
}

} // namespace cotan
