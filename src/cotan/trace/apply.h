// The one way an operation comes to be: traced if an operand is, otherwise run at once.
#pragma once

#include "cotan/trace/build_op.h"
#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// Applies one operation. Without operands it is traced if anything is being traced.
Tensors apply(const OperationSpec &operation, llvm::ArrayRef<TensorRef> operands);

/// The same of one result.
TensorRef applyOne(const OperationSpec &operation, llvm::ArrayRef<TensorRef> operands);

/// How many compiled operations are kept at most; those used last are.
inline constexpr size_t maxKeptOperations = 8192;

} // namespace cotan::trace
