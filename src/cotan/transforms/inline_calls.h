// Calls are replaced by what they call.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Whether calls with a derivative of their own (flow.custom_call) and checkpoints are inlined too.
/// Then only what they compute is left.
enum class CustomCalls { keep, inlined };

/// The functions `function` calls, directly or not, and itself; callees before callers, as far as
/// they do not call each other. Callees without a body are reported at the call.
llvm::FailureOr<llvm::SmallVector<mlir::func::FuncOp>> findCallees(mlir::func::FuncOp function);

/// Whether the function gets to itself: by calls, values or rules, directly or not.
bool isRecursive(mlir::func::FuncOp function);

// before: func.func @f(%x) { %y = func.call @g(%x) ... }    func.func @g(%a) { ... return %b }
// after:  func.func @f(%x) { ... (%b for %x) ... }
/// Afterwards `function` calls nothing but functions that call themselves. Every function it calls
/// must be one block (--lift-cf).
llvm::LogicalResult inlineCalls(mlir::func::FuncOp function, CustomCalls customCalls);

} // namespace cotan
