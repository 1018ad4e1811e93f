// Groups operators that can be computed in one nest of loops.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Moves every op that has a formula of one element, or is a reduction, into a `code.kernel`, with
/// its neighbours where that saves memory traffic. Ops on 0-d tensors alone stay: they become
/// registers. Composite ops must have been decomposed.
///
/// before: %0 = prim.exp %x : tensor<4xf32>        after: %1 = code.kernel(%x) { prim.exp, prim.neg
/// }
///         %1 = prim.neg %0 : tensor<4xf32>
void fuse(mlir::func::FuncOp function);
/// The same without neighbours: a kernel for each op.
void fuseNothing(mlir::func::FuncOp function);

/// The same as a pass: --fuse.
std::unique_ptr<mlir::Pass> createFusePass();

/// Whether `op` works on 0-d tensors only, so that its values can live in registers.
bool isScalarOp(mlir::Operation *op);

} // namespace cotan
