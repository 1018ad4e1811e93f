// Functions, calls of them, and the replacement of calls by what they call.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// The function that runs when `op` does: of func.call and flow.custom_call. Null for other ops.
mlir::FlatSymbolRefAttr calleeOf(mlir::Operation *op);

/// Null if there is no function of this name.
mlir::func::FuncOp functionNamed(mlir::Operation *from, mlir::FlatSymbolRefAttr name);

/// The ops of the function that call others.
llvm::SmallVector<mlir::Operation *> callsIn(mlir::func::FuncOp function);

/// Whether the function calls itself, directly or not.
bool isRecursive(mlir::func::FuncOp function);

/// The calls of the function in its own body.
llvm::SmallVector<mlir::func::CallOp> callsOfItself(mlir::func::FuncOp function);

/// Whether the op prints or asserts, in what it holds or calls, too.
bool hasOutput(mlir::Operation *op);

/// An error at the function, which begins with its name.
mlir::InFlightDiagnostic emitErrorOf(mlir::func::FuncOp function);

/// Gives the function the type that its block has and what the block returns.
void updateType(mlir::func::FuncOp function);

/// Puts the body of the callee, which must be one block, in the place of the call; answers the ops
/// that came in. What cannot be inlined is reported at the call.
llvm::FailureOr<llvm::iterator_range<mlir::Block::iterator>> inlineCall(mlir::func::CallOp call);

} // namespace cotan
