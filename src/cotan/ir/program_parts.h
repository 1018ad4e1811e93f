// What programs are made of, whichever way they are run: asked before anything else is done with
// one.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Fails, with a diagnostic, if the body holds a value that is neither a tensor, a number nor a
/// stack, or an op of another dialect that means nothing here: the few that do are the bridge
/// between 0-d tensors and the numbers of `cf`.
llvm::LogicalResult checkParts(mlir::func::FuncOp function);

/// Fails, with a diagnostic, if a value in the op, or that it makes, is a tensor too large to
/// exist.
llvm::LogicalResult checkSizes(mlir::Operation *op);

} // namespace cotan
