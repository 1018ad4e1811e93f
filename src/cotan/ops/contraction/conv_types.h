// The types of convolutions' results.
#pragma once

#include "cotan/ir/rules/sizes.h"
#include "cotan/ops/contraction/conv_geometry.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

namespace cotan {

/// What a convolution says beside its operands; see prim.conv.
struct ConvAttributes {
  llvm::ArrayRef<int64_t> strides, low, high, lhsDilation, rhsDilation; // one per spatial axis
  int64_t featureGroups = 1, batchGroups = 1;

  ConvAxis axis(size_t i) const {
    return {strides[i], low[i], high[i], lhsDilation[i], rhsDilation[i]};
  }
};

/// Whether the numbers go together with operands of these types.
mlir::LogicalResult verifyConvolution(std::optional<mlir::Location> loc, mlir::RankedTensorType x,
                                      mlir::RankedTensorType kernel,
                                      const ConvAttributes &attributes);
/// The sizes of what is convolved, from those of x and the kernel. `padding` is added to what the
/// attributes say: the low ones of all spatial axes, then the high ones.
Sizes convolvedSizes(SizeRules &rules, llvm::ArrayRef<Size> x, llvm::ArrayRef<Size> kernel,
                     const ConvAttributes &attributes, llvm::ArrayRef<Size> padding);

/// How many multiplications an element of the result takes.
double workPerElement(mlir::RankedTensorType kernel);

/// Whether it is so large that the runtime reads and writes axes in any order as they lie.
bool isInBlocks(mlir::RankedTensorType y, mlir::RankedTensorType kernel,
                const ConvAttributes &attributes);

} // namespace cotan
