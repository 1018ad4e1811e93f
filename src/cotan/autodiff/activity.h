// Which values carry a derivative: those that depend on an input it is taken with respect to
// (varied) and that reach a result it is taken of (useful).
#pragma once

#include "cotan/autodiff/stack_classes.h"

#include "llvm/ADT/DenseSet.h"

namespace cotan {

class Activity {
public:
  Activity(mlir::func::FuncOp function, const StackClasses &classes, mlir::ValueRange inputs,
           mlir::ValueRange outputs);

  bool isActive(mlir::Value value) const { return active.contains(value); }
  /// Whether a frame of this stack may hold an active value, or an active stack.
  bool isActiveStack(mlir::Value stack) const;
  /// Whether the reverse pass has to look at `op`: it has an active result, moves active frames, or
  /// holds such an op.
  bool reverses(mlir::Operation *op) const;

private:
  /// Whether the answer for `op` is noted, or else found from its results.
  static bool isNoted(mlir::Operation *op);
  bool hasActiveResult(mlir::Operation *op) const;

  const StackClasses &classes;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseSet<mlir::Value> activeStacks; // leaders
  llvm::DenseSet<mlir::Operation *> noted;
};

} // namespace cotan
