// Forward mode: interleaves a function with the code that computes its tangents.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Appends one argument per entry of `wrt`, the tangent of that argument, and one result per result
/// that can carry a derivative, its tangent. Errors are reported at the op without a rule.
llvm::LogicalResult pushForward(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> wrt);

} // namespace cotan
