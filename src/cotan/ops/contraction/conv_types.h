// The types of convolutions' results.
#pragma once

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

/// What x convolved with the kernel is; `padding` is the type of the operand, null without one.
/// Failure, with an error at `loc`, if these do not go together.
mlir::FailureOr<mlir::RankedTensorType> convolvedType(std::optional<mlir::Location> loc,
                                                      mlir::RankedTensorType x,
                                                      mlir::RankedTensorType kernel,
                                                      const ConvAttributes &attributes,
                                                      mlir::RankedTensorType padding = {});

/// How many multiplications an element of the result takes.
double workPerElement(mlir::RankedTensorType kernel);

/// Whether it is so large that the runtime reads and writes axes in any order as they lie.
bool isInBlocks(mlir::RankedTensorType y, mlir::RankedTensorType kernel,
                const ConvAttributes &attributes);

} // namespace cotan
