// What does more than compute its results, so that its place in the order of things matters.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace cotan::forms {

class Effects {
public:
  /// Of what is in `functions`, which call only each other.
  explicit Effects(llvm::ArrayRef<mlir::func::FuncOp> functions);

  /// Printing, asserting, and all that touches stacks; calls and control flow with such in them.
  bool has(mlir::Operation *op) const { return found.contains(op); }

private:
  llvm::DenseSet<mlir::Operation *> found;
};

} // namespace cotan::forms
