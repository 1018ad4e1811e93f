// Operations that compute the same become one.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Replaces each op without effects by an equal one that stands before it, in its block or around
/// it, and erases those whose results are not used. So are loops and branches that fill stacks, if
/// the stacks of the one before are not read: a function beside its derivative runs once.
///
/// before: %a = prim.mul %x, %y        after: %a = prim.mul %x, %y
///         %b = prim.mul %x, %y               (every use of %b is %a)
void mergeEqual(mlir::func::FuncOp function);

/// The same as a pass: --merge-equal.
std::unique_ptr<mlir::Pass> createMergeEqualPass();

} // namespace cotan
