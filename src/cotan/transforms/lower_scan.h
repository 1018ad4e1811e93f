// flow.scan becomes flow.for, which can be differentiated: the rows are cut out and put in one by one.
//
// before: %last, %all = flow.scan carry(%h) over(%xs) ... body(%a, %x) { ... yield %b, %y }
// after:  %last, %all = flow.for 0 to n ... carry(%h, %zeros) body(%i, %a, %rows) {
//           %x = row %i of %xs ... yield %b, (%rows with row %i replaced by %y) }
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Replaces every flow.scan of `function`. Refused, with a diagnostic, is a scan whose stacked results
/// have open sizes beyond the first: they are not known before the loop runs.
llvm::LogicalResult lowerScan(mlir::func::FuncOp function);

/// --lower-scan
std::unique_ptr<mlir::Pass> createLowerScanPass();

} // namespace cotan
