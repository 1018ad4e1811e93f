// What can be proved about a function's stacks, and what follows from it.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Proves that every push is paired with one pop that takes it off again; reports what it cannot
/// prove. With `allowUnread`, stacks that nothing is popped off are no error.
llvm::LogicalResult verifyStacks(mlir::func::FuncOp function, bool allowUnread = false);

/// Removes what is pushed but never read, on both sides at once, and other code without effect.
void pruneStacks(mlir::func::FuncOp function);

/// Drops the results made by `differentiate` (attribute `flow.order`) and all code that served only
/// them: the function as it was before.
void removeBackward(mlir::func::FuncOp function);

} // namespace cotan
