// Tidies what lifting leaves: flags that say where to go, values for paths that have none.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// A value no path reads.
mlir::Value undefined(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type);

/// The 0-d tensor a scalar was extracted from, or the scalar.
mlir::Value tensorBehind(mlir::Value scalar);

/// Simplifies control flow that was lifted. What remains undefined becomes zeros where the shape is
/// static, so that derivatives may pass.
llvm::LogicalResult simplifyLifted(mlir::func::FuncOp function);

} // namespace cotan
