// Ops of a function, collected before any of them is changed.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Those of kind `Op` that are wanted; inner ops come before the ops they are in.
template <typename Op = mlir::Operation *, typename Filter>
llvm::SmallVector<Op> opsIn(mlir::func::FuncOp function, Filter isWanted) {
  llvm::SmallVector<Op> ops;
  function.walk([&](Op op) {
    if (isWanted(op))
      ops.push_back(op);
  });
  return ops;
}

template <typename Op> llvm::SmallVector<Op> opsIn(mlir::func::FuncOp function) {
  return opsIn<Op>(function, [](Op) { return true; });
}

} // namespace cotan
