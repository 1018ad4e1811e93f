// Sizes and paddings of convolutions.
#pragma once

#include "cotan/ir/lowering/element.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cotan {

/// One spatial axis of a convolution.
struct ConvAxis {
  int64_t stride, low, high, lhsDilation, rhsDilation;
};

/// The largest number a spatial axis may come to; it leaves room for sums of a few such numbers.
inline constexpr int64_t largestConvolved = int64_t(1) << 48;

/// The number of places the kernel has on the axis; -1 if the numbers are beyond any tensor.
int64_t convolvedSize(const ConvAxis &axis, int64_t size, int64_t kernelSize);

/// The same at run time, for spatial axis `i` of a convolution; `low` and `high` are added to the
/// axis's own padding. Ends the program if the numbers are beyond any tensor.
llvm::Value *convolvedSize(SizeBuilder &b, const ConvAxis &axis, unsigned i, llvm::Value *low,
                           llvm::Value *high);
/// What is wrong with the batch and channels of these shapes, or nothing.
std::string channelError(llvm::ArrayRef<int64_t> x, llvm::ArrayRef<int64_t> kernel,
                         int64_t featureGroups, int64_t batchGroups);
/// The same at run time.
void requireChannels(SizeBuilder &b, uint64_t featureGroups, uint64_t batchGroups);

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
