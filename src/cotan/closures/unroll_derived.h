// Derivatives of functions that may be these derivatives themselves: of which order one is, is
// known only when the program runs.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

// before: d = derivative of f, and f calls d
// after:  d = derivative of f1, f1 calls d2; d2 = derivative of f2, f2 calls no derivative: it ends
//         the program with an error, and what runs it compiles it with more orders
/// Makes as many of the declared `derivatives`, which wait for each other, as the module says
/// (ir/function_limits.h). Answers all of them; none waits for itself.
llvm::SmallVector<mlir::func::FuncOp> unrollDerived(llvm::ArrayRef<mlir::func::FuncOp> derivatives);

} // namespace cotan
