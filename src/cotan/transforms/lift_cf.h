// Unstructured control flow becomes structured, so that it can be differentiated.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Replaces the branches between the blocks of `function` by flow.if, flow.switch and flow.while.
/// Afterwards the function is one block. A function that never returns is refused.
llvm::LogicalResult liftControlFlow(mlir::func::FuncOp function);

/// --lift-cf
std::unique_ptr<mlir::Pass> createLiftCfPass();

} // namespace cotan
