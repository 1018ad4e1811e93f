// Sums of products that a loop adds up turn by turn are one product, after it.
//
// before: %s = flow.for ... carry(%s0) body(%i, %sum) {
//           ... %p = prim.dot_general %x, %y  %next = prim.add %sum, %p  yield %next }
// after:  %xs, %ys = flow.for ... carry(%zeros, %zeros) body(%i, %a, %b) {
//           ... yield scatter %x into %a at %i, scatter %y into %b at %i }
//         %p = prim.dot_general %xs, %ys  %s = prim.add %s0, %p
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// As the derivative of a loop adds up that of its weights. Left as they are: sums that are not
/// much larger than the operands of a turn's product, and loops with so many turns that these would
/// take much memory, or whose turns are not known or not numbered from 0 on. Sums are added up in
/// another order.
void sumAfterLoops(mlir::func::FuncOp function);

/// --sum-after-loops
std::unique_ptr<mlir::Pass> createSumAfterLoopsPass();

} // namespace cotan
