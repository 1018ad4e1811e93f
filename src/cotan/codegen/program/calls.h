// Functions that stay functions: each is compiled once, and called.
//
// A function borrows its arguments: tensors stay their caller's. What it results in is handed over
// in registers, but for small tensors, which are written where the caller wants them. It fails by
// leaving the whole program.
#pragma once

#include "cotan/codegen/program/emission.h"
#include "cotan/codegen/program/steps.h"

namespace cotan {

/// The functions that a program calls, directly or in turn.
llvm::SmallVector<mlir::func::FuncOp> calleesOf(mlir::func::FuncOp program);

/// Whether calls of these may be nested deeply: those that call themselves may.
bool nestDeeply(llvm::ArrayRef<mlir::func::FuncOp> callees);

class Calls : OpEmitter {
public:
  using OpEmitter::OpEmitter;

  /// Makes the LLVM function that calls of `callee` call.
  void declare(mlir::func::FuncOp callee);
  void emit(mlir::func::CallOp call);

  /// The parts of it: its registers, the call, and what comes of it.
  Registers argumentsOf(mlir::func::CallOp call);
  Registers make(mlir::func::CallOp call, llvm::ArrayRef<llvm::Value *> arguments,
                 bool isAlone = false);
  void take(mlir::func::CallOp call, llvm::ArrayRef<llvm::Value *> arguments,
            llvm::ArrayRef<llvm::Value *> results);
  llvm::SmallVector<llvm::Type *> resultTypesOf(mlir::func::CallOp call) {
    return resultTypes(call.getResultTypes());
  }

  /// How the function that is emitted begins and ends.
  void begin(mlir::func::FuncOp callee);
  void end(mlir::func::ReturnOp op);

private:
  llvm::SmallVector<llvm::Type *> resultTypes(mlir::TypeRange types);
  llvm::Type *resultType(mlir::TypeRange types);
  void checkDepth(mlir::func::FuncOp callee);
};

} // namespace cotan
