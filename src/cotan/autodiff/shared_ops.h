// Ops by what they compute, so that what several formulas need is built once.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace cotan {

class SharedOps {
public:
  /// An op of the same block that computes the same and was noted before `op`; notes `op` if there
  /// is none, and answers null.
  mlir::Operation *findOrNote(mlir::Operation *op);

private:
  llvm::DenseMap<std::pair<mlir::Block *, size_t>, llvm::SmallVector<mlir::Operation *, 1>> noted;
};

} // namespace cotan
