// flow.scan becomes flow.for, with what it stacks carried as tensors that are filled row by row.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

// before: %h, %ys = flow.scan carry(%h0) over(%xs) body(%h, %x) { ... yield %g, %y }
// after:  %h, %ys = flow.for %zero to %length step %one carry(%h0, %zeros) body(%i, %h, %filled) {
//           %x = take %xs at %i ... yield %g, scatter %y into %filled at %i }
/// Replaces every flow.scan in `function`.
llvm::LogicalResult lowerScan(mlir::func::FuncOp function);

/// --lower-scan
std::unique_ptr<mlir::Pass> createLowerScanPass();

} // namespace cotan
