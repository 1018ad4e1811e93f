// Functions that compute the same become one, which is compiled and differentiated once.
//
// before: %a = func.call @f(%x)  %b = func.call @g(%y)     (@f and @g are equal)
// after:  %a = func.call @f(%x)  %b = func.call @f(%y)
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Whether both are the same but for their names and who sees them; locations count if `flags` say
/// so.
bool areEqual(mlir::func::FuncOp a, mlir::func::FuncOp b, mlir::OperationEquivalence::Flags flags);

/// Lets all that `program` gets to name the first of equal functions; none is erased. Those that
/// call themselves or each other are equal if they do so in the same way. What prints, asserts or
/// has sizes that only the run knows speaks of its line, and stays.
void mergeEqualFunctions(mlir::func::FuncOp program);

/// The same for all public functions of a module, each as a program: --merge-equal-functions.
std::unique_ptr<mlir::Pass> createMergeEqualFunctionsPass();

} // namespace cotan
