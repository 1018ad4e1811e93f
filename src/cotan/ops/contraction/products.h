// Contractions as products of matrices.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

namespace cotan {

/// The products of matrices that a contraction of operands of known sizes is. `outer` are the axes
/// of the result in their order; what only the left operand has is before what only the right one
/// has, and that is last. `summed` are the axes it does not have. None where a matrix has rows or
/// columns that do not lie evenly, or nothing is to be computed.
std::optional<MatrixProduct> productAlong(llvm::ArrayRef<PairedAxis> outer,
                                          llvm::ArrayRef<PairedAxis> summed);

/// Whether each element is the sum of so few products of floats that it can be had anywhere.
bool hasFewSummands(const RuntimeCall &call, mlir::RankedTensorType result);

} // namespace cotan
