// The norms of order p along axes, as rules compute them.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

/// (sum |x|^p)^(1 / p); the largest |x| where p is infinite, the number of those that are not 0
/// where it is 0. Its derivative at zeros is 0.
Expr vectorNorm(const Expr &x, double p, llvm::ArrayRef<int64_t> axes, bool keepdims = false);

/// Fails unless p is at least 0.
llvm::LogicalResult verifyOrder(mlir::Operation *op, double p);

} // namespace cotan
