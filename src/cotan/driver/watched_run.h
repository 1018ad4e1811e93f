// A function run op by op, to see what each op makes of what: slow.
#pragma once

#include "cotan/interpreter/interpreter.h"

namespace cotan {

/// Runs the function by the interpreter, which changes it: composite operators are decomposed, and
/// nothing is printed. Fails if `watch` ends it, or it cannot be run so; the reason is reported.
llvm::LogicalResult runWatched(mlir::func::FuncOp function, llvm::ArrayRef<Array> operands,
                               const Watch &watch);

} // namespace cotan
