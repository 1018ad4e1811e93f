// Which stack values are the same stack: values joined around loops, branches and through `init`.
// One class is one stack only if a single op makes it; where an op joins two, that is told.
#pragma once

#include "cotan/ir/flow/flow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace cotan {

class StackClasses {
public:
  /// Two stacks that are handed on under one name, by `op`: a choice of a branch, a swap of a loop.
  struct Join {
    mlir::Operation *op;
    mlir::Value one, other; // where they come from
  };

  explicit StackClasses(mlir::func::FuncOp function);

  /// One value that stands for all values of its class.
  mlir::Value leader(mlir::Value stack) const { return classes.getLeaderValue(stack); }
  /// The outermost block in which the class has a value: where the stack is made.
  mlir::Block *birthBlock(mlir::Value stack) const { return births.lookup(leader(stack)); }
  /// The pushes, pops and is_empty tests of a class, in program order.
  llvm::ArrayRef<mlir::Operation *> uses(mlir::Value leader) const;
  /// All leaders, in the order the stacks first appear.
  llvm::ArrayRef<mlir::Value> leaders() const { return order; }
  /// The pushes that put the class itself into a frame, in program order.
  llvm::ArrayRef<mlir::Operation *> holders(mlir::Value leader) const;
  /// Where classes are more than one stack each, so that nothing is known about them.
  llvm::ArrayRef<Join> joins() const { return joined; }

private:
  void join(mlir::Operation *op, mlir::Value a, mlir::Value b);

  llvm::EquivalenceClasses<mlir::Value> classes;
  llvm::DenseMap<mlir::Value, mlir::Block *> births;
  llvm::DenseMap<mlir::Value, mlir::Value> origins; // what makes the class, by leader
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Operation *, 4>> users, pushers;
  llvm::SmallVector<Join> joined;
  llvm::SmallVector<mlir::Value> order;
};

} // namespace cotan
