// Function values become calls, with the derivatives that the pipeline makes.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Afterwards neither `function` nor what it gets to has function values (closures/resolve.h).
llvm::LogicalResult resolveFunctions(mlir::func::FuncOp function);

/// The same, of primitives: derivatives of function values as the interpreter runs them. Needs no
/// big stack.
llvm::LogicalResult resolveForInterpreter(mlir::func::FuncOp function);

/// The same for all functions of a module that take and return tensors: --resolve-functions.
std::unique_ptr<mlir::Pass> createResolveFunctionsPass();

} // namespace cotan
