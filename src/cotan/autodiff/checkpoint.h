// Checkpoints (Griewank and Walther, "Revolve", 2000; jax.checkpoint): a call keeps its arguments
// only, and its derivative computes the rest again.
//
// before: %y = func.call @f(%x) {flow.checkpoint}
// after:  %y = flow.custom_call @f(%x) forward @f_forward reverse @f_reverse {flow.checkpoint}
//         @f_forward(%x)      { return @f(%x), %x }
//         @f_reverse(%x, %dy) { %again = optimization_barrier %x after %dy
//                               ... @f and its derivative ... return %dx }
//
// What it keeps all the same, of an identity with the mark `flow.kept` in @f's own block, is one
// more result of @f_forward and argument of @f_reverse:
//
//         @f_forward(%x)          { %y, %k = @f_keeping(%x); return %y, %x, %k }
//         @f_reverse(%x, %k, %dy) { ... }
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Gives the function's checkpoints their derivative. What they call must have none left, and be in
/// the form that is differentiated.
llvm::LogicalResult expandCheckpoints(mlir::func::FuncOp function);

/// Makes them plain calls with a mark again, but for those whose residuals a derivative reads.
void restoreCheckpoints(mlir::func::FuncOp function);

/// Puts what they call in their place: forward mode keeps nothing anyway.
llvm::LogicalResult inlineCheckpoints(mlir::func::FuncOp function);

} // namespace cotan
