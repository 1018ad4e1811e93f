// Sums of tensors that are zero but for a block: blocks that do not overlap are joined.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

/// The same sum with fewer terms. Empty if no two of the terms are blocks that one block can stand
/// for: those at the same place are added, neighbours are joined.
///
/// before: pad(a) + x + pad(b)          after: x + pad(concat(a, b))
Expr joinBlocks(RuleBuilder &b, llvm::ArrayRef<mlir::Value> terms);

} // namespace cotan
