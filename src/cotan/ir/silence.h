// What runs again, as derivatives let it, prints nothing the second time.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Takes what the ops print out of them. What they call, directly or in turn, prints elsewhere:
/// they call silent copies of those functions of the module that print, so derivatives are silent,
/// too.
void silence(llvm::ArrayRef<mlir::Operation *> ops, mlir::Operation *module);

} // namespace cotan
