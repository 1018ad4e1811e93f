// Function values become calls and branches: the program that is left has tensors alone.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Brings a function into the form that is differentiated.
using PrepareForDerivatives = llvm::function_ref<llvm::LogicalResult(mlir::func::FuncOp)>;

// before: func @main(%x) { %f = fn.closure @scaled(%k)   %y = fn.apply %f(%x) ... }
// after:  func @main(%x) { %y = func.call @scaled(%k, %x) ... }
/// Afterwards neither `function` nor what it gets to has function values. A call of one that is
/// known becomes a call; of one of several, a branch (lower_values.h); derivatives become functions
/// (derived.h). Functions that others need, too, stay as they are: copies are called.
llvm::LogicalResult resolveFunctions(mlir::func::FuncOp function, PrepareForDerivatives prepare);

} // namespace cotan
