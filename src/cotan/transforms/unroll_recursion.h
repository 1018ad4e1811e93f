// A small function that calls itself does some levels more in each call.
//
// before: func.func @f(%n) { ... %y = func.call @f(%m) ... }
// after:  func.func @f(%n) { ... (the body of @f for %m, which calls @f) ... }
//
// Most calls of a recursion are its ends: what they do is less than the call costs. Where it is far
// more, the levels stay apart, so that calls of each can run at the same time.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Puts the body of `function` in the place of each of its calls of itself, level by level, as long
/// as it is small.
llvm::LogicalResult unrollRecursion(mlir::func::FuncOp function);

/// The same for all functions of a module: --unroll-recursion.
std::unique_ptr<mlir::Pass> createUnrollRecursionPass();

} // namespace cotan
