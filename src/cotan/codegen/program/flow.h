// Control flow becomes branches; what goes around loops stays in registers.
#pragma once

#include "cotan/codegen/program/stacks.h"

namespace cotan {

class Flow : OpEmitter {
public:
  /// `inherited` are values from around the block, which are its own from here on.
  using EmitBlock =
      llvm::function_ref<llvm::LogicalResult(mlir::Block &, mlir::ValueRange inherited)>;
  Flow(Emission &emission, Stacks &stacks, EmitBlock emitBlock)
      : OpEmitter(emission), stacks(stacks), emitBlock(emitBlock) {}

  llvm::LogicalResult emit(flow::IfOp op);
  llvm::LogicalResult emit(flow::SwitchOp op);
  llvm::LogicalResult emit(flow::WhileOp op);
  llvm::LogicalResult emit(flow::ForOp op);

private:
  using Phis = llvm::SmallVector<llvm::PHINode *>;

  llvm::LogicalResult
  emitBranches(mlir::Operation *op, llvm::ArrayRef<mlir::Region *> regions,
               llvm::function_ref<void(llvm::ArrayRef<llvm::BasicBlock *>)> jump);
  llvm::Value *tripCount(flow::ForOp op);
  Lanes loopIndex(flow::ForOp op, llvm::Value *trip, llvm::Value *trips);
  Registers startValues(flow::Structured op);
  /// The slots that a loop's variables do not use in this turn.
  Phis spareSlots(mlir::Operation *op, llvm::BasicBlock *before);
  void closeLoop(mlir::Operation *op, mlir::Block &body, llvm::ArrayRef<llvm::PHINode *> carried,
                 const Phis &spares, llvm::BasicBlock *header);
  llvm::SmallVector<mlir::Value> makeStacks(mlir::Region &init);
  Phis makePhis(mlir::TypeRange types);
  void setAll(mlir::ValueRange values, llvm::ArrayRef<llvm::Value *> registers);

  Stacks &stacks;
  EmitBlock emitBlock;
};

} // namespace cotan
