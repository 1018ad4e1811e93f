// Functions, calls of them, and the replacement of calls by what they call.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// The function that runs when `op` does: of func.call and flow.custom_call. Null for other ops.
mlir::FlatSymbolRefAttr calleeOf(mlir::Operation *op);

/// All functions that `op` calls, or makes a value, a rule or, if it is a function itself, a
/// derivative of.
llvm::SmallVector<mlir::FlatSymbolRefAttr, 3> functionsNamedBy(mlir::Operation *op);

/// Null if there is no function of this name.
mlir::func::FuncOp functionNamed(mlir::Operation *from, mlir::FlatSymbolRefAttr name);

using FunctionNames = llvm::DenseMap<mlir::StringAttr, mlir::StringAttr>;

/// Lets `op`, and what is in it, name the functions among `names` by their new ones.
void renameFunctions(mlir::Operation *op, const FunctionNames &names);

/// `root` and all functions it gets to in this way, directly or in turn.
llvm::SmallVector<mlir::func::FuncOp> reachedFrom(mlir::func::FuncOp root);

/// The ops of the function that call others.
llvm::SmallVector<mlir::Operation *> callsIn(mlir::func::FuncOp function);

/// Whether the function gets to itself: by calls, or by function values, directly or not.
bool isRecursive(mlir::func::FuncOp function);

/// The calls of the function in its own body.
llvm::SmallVector<mlir::func::CallOp> callsOfItself(mlir::func::FuncOp function);

/// Whether the op prints or asserts, in what it holds or calls, too.
bool hasOutput(mlir::Operation *op);
/// Whether it shows, too, how far it is or where it stops: somebody would see that it begins again.
bool isWatched(mlir::Operation *op);

/// An error at the function, which begins with its name.
mlir::InFlightDiagnostic emitErrorOf(mlir::func::FuncOp function);

/// Gives the function the type that its block has and what the block returns.
void updateType(mlir::func::FuncOp function);

/// Declares a function of this type beside the callee, under a name that no other has.
mlir::func::FuncOp declareBeside(mlir::func::FuncOp callee, llvm::StringRef suffix,
                                 mlir::FunctionType type);

/// Lets all that call the function, itself among them, call a copy: it is to get another type.
void callCopyInstead(mlir::func::FuncOp function);

/// Puts the body of the callee, which must be one block, in the place of the call; answers the ops
/// that came in. What cannot be inlined is reported at the call.
llvm::FailureOr<llvm::iterator_range<mlir::Block::iterator>> inlineCall(mlir::func::CallOp call);

} // namespace cotan
