// Emits a program op by op, by those who know each kind of them.
#pragma once

#include "cotan/codegen/program/calls.h"
#include "cotan/codegen/program/flow.h"
#include "cotan/codegen/program/parts.h"

namespace cotan {

class ProgramEmitter : OpEmitter {
public:
  /// Of a program's own function, or of one that it calls.
  ProgramEmitter(mlir::func::FuncOp program, ProgramCode &code, Emission &emission,
                 bool checksFrames);
  llvm::LogicalResult run();

private:
  llvm::LogicalResult emitBlock(mlir::Block &block, mlir::ValueRange inherited);
  llvm::LogicalResult emitOp(mlir::Operation *op);
  void emitCall(CallsRuntime op);
  void beginCallee();
  void endCallee(mlir::func::ReturnOp op);
  void emitArguments();
  SizeValues sizesOfArgument(mlir::RankedTensorType type, unsigned &nextSize);
  void emitResults(mlir::func::ReturnOp op);
  void emitResults(mlir::func::ReturnOp op, llvm::ArrayRef<mlir::Value> results);
  llvm::Value *listOf(llvm::ArrayRef<llvm::Value *> numbers);
  void emitConstant(mlir::Operation *op);
  /// Many times one element, which the program writes when it runs.
  void emitRepeated(mlir::Value constant, mlir::DenseElementsAttr elements);

  mlir::func::FuncOp program;
  ProgramParts parts;
  Stacks stacks;
  Probes::Entered probeOfCallee;
};

} // namespace cotan
