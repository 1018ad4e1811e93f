// A function run op by op, to see what each op makes of what: slow.
#pragma once

#include "cotan/support/array.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>

namespace cotan {

/// Sees what an op takes and gives; what it answers, if anything, ends the run with an error there.
using WatchOp =
    std::function<std::string(llvm::ArrayRef<Array> operands, llvm::ArrayRef<Array> results)>;

/// Runs the function by the interpreter, which changes it: composite operators are decomposed, and
/// nothing is printed. Fails if `watch` ends it, or it cannot be run so; the reason is reported.
llvm::LogicalResult runWatched(mlir::func::FuncOp function, llvm::ArrayRef<Array> operands,
                               const WatchOp &watch);

} // namespace cotan
