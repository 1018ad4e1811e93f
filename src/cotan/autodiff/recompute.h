// before: flow.push_back %s, %x, %y          after: flow.push_back %s, %x
//         (where %y = prim.mul %x, %c)               %a = flow.pop_back %s
//         %a, %b = flow.pop_back %s                  %b = prim.mul %a, %c
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Computes again what frames hold and what is a sum, a product or the like of other values of the
/// frame, or of values that are there where it is popped: that costs less than to write and read
/// it. Only if all pops of the function are proved to meet their pushes.
void recomputeResiduals(mlir::func::FuncOp function);

} // namespace cotan
