// One kernel for many: what differs in nothing but numbers takes these as operands.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Kernels that are equal but for 0-d integers in them, as the turns of a loop that was written out
/// leave behind, become equal: machine code is made for one of them.
///
///     code.kernel(%x) { ... constant 1 ... }       code.kernel(%x, %one) { ... }
///     code.kernel(%y) { ... constant 2 ... }   ->  code.kernel(%y, %two) { ... }
void shareKernels(mlir::func::FuncOp function);

std::unique_ptr<mlir::Pass> createShareKernelsPass();

} // namespace cotan
