// Who owns a tensor's memory. Each value that an op makes has memory of its own, which its block
// releases after the last use or hands over with a terminator; so do the arguments of regions.
#pragma once

#include "cotan/codegen/program/frame.h"
#include "cotan/codegen/program/registers.h"

namespace cotan {

class Ownership {
public:
  Ownership(Functions &functions, ProgramValues &values, Heap &heap)
      : functions(functions), values(values), heap(heap) {}

  /// Whether values of this type have memory that is owned: tensors that are not in the frame.
  static bool isOwned(mlir::Type type) { return isTensor(type) && !isSmallTensor(type); }

  /// What follows is in `block`, until it is handed over. `inherited` are values from around it,
  /// which are its own from here on.
  void enter(mlir::Block &block, mlir::ValueRange inherited);
  mlir::Block &block() const { return *scopes.back().block; }
  /// The registers of values that leave the block, each with memory of its own; what stays is
  /// released.
  Registers handOver(mlir::ValueRange leaving, llvm::ArrayRef<llvm::Value *> slots);
  /// Whether the block gives up the memory of the value. If not, it is in a slot of the frame,
  /// somebody else's, or given up already.
  bool giveUp(mlir::Value value);
  /// The block ends: what stays is released.
  void leave();
  /// As handOver, for an op in the middle of the block, which gets a copy if others read the value
  /// later.
  Registers handOverTo(mlir::Operation *op, mlir::Value value, llvm::Value *slot);
  /// A copy in `slot` or, if there is none, in memory made for `op`.
  Registers copyOf(mlir::Operation *op, mlir::Value value, llvm::Value *slot);

  /// Tells that a value of the current block has memory of its own.
  void own(mlir::Value value);
  void own(mlir::ValueRange values);
  /// The owned values that end at `op`, which are no longer this block's.
  llvm::SmallVector<mlir::Value> disown(mlir::Operation *op);
  void releaseAfter(mlir::Operation *op);
  void release(mlir::ValueRange values);
  /// Gives the result the memory of operand `i` of the op, if that ends here. Null if it does not.
  llvm::Value *overwrite(mlir::OpResult result, unsigned i);

private:
  struct Scope {
    mlir::Block *block;
    llvm::SetVector<mlir::Value> owned;
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> dying;
  };
  void take(mlir::Value value);
  void endsIn(mlir::Value value, mlir::Operation *maker);
  Registers handOverOne(mlir::Value value, llvm::Value *slot);

  Functions &functions;
  ProgramValues &values;
  Heap &heap;
  std::vector<Scope> scopes;
};

} // namespace cotan
