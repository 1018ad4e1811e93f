// Which clusters become one, so that tensors are read and written once.
#pragma once

#include "cotan/codegen/block_order.h"

namespace cotan {

/// Merges clusters that go through the same space, where one reads what the other makes or both
/// read the same.
void mergeClusters(BlockOrder &order);

/// Computes again what takes a few instructions on numbers that are read anyway, where that saves
/// writing a tensor and reading it back. `positions` says which op of the block comes first.
void recompute(BlockOrder &order, llvm::DenseMap<mlir::Operation *, unsigned> &positions);

/// Whether the op only repeats the numbers of smaller operands.
bool isRepetition(mlir::Operation *op);

} // namespace cotan
