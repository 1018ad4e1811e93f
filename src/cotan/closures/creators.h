// What makes function values, brought into one form.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

// before: %g = fn.partial %f(%a)     %h = fn.switch %c, %f, %g     %d = fn.grad %f wrt [0]
// after:  %g = fn.closure @f.partial(%f, %a)     %h = flow.if %c { yield %f } else { yield %g }
//         %d = fn.closure @f.applied.gradient(%f)
/// Afterwards fn.closure alone makes the function values of `function`, and of those that are
/// written for it.
void openCreators(mlir::func::FuncOp function);

} // namespace cotan
