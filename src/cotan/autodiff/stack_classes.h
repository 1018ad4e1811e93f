// Which stack values are the same stack: values joined around loops, branches and through `init`.
#pragma once

#include "cotan/ir/flow/flow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace cotan {

class StackClasses {
public:
  explicit StackClasses(mlir::func::FuncOp function);

  /// One value that stands for all values of its class.
  mlir::Value leader(mlir::Value stack) const { return classes.getLeaderValue(stack); }
  /// The outermost block in which the class has a value: where the stack is made.
  mlir::Block *birthBlock(mlir::Value stack) const { return births.lookup(leader(stack)); }
  /// The pushes, pops and is_empty tests of a class, in program order.
  llvm::ArrayRef<mlir::Operation *> uses(mlir::Value leader) const;
  /// All leaders, in the order the stacks first appear.
  llvm::ArrayRef<mlir::Value> leaders() const { return order; }

private:
  llvm::EquivalenceClasses<mlir::Value> classes;
  llvm::DenseMap<mlir::Value, mlir::Block *> births;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Operation *, 4>> users;
  llvm::SmallVector<mlir::Value> order;
};

} // namespace cotan
