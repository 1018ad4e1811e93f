// Sums of tensors that are zero but for a block: blocks that do not overlap are joined.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

/// The same sum with fewer terms. Empty if no two of the terms are blocks that one block can stand
/// for: those at the same place are added, neighbours are joined.
///
/// before: pad(a) + x + pad(b)          after: pad(concat(a, b)) + x
Expr joinBlocks(RuleBuilder &b, llvm::ArrayRef<mlir::Value> terms);
/// Whether it has an answer.
bool hasBlocksToJoin(llvm::ArrayRef<mlir::Value> terms);

} // namespace cotan
