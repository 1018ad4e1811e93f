// Loops whose turns need nothing of each other run side by side.
//
// before: %s = flow.for %zero to %n step %one carry(%s0) body(%i, %sum) {
//           %x = prim.take %xs at %i  %y = prim.sin %x  %next = prim.add %sum, %y  yield %next }
// after:  %y = prim.sin %xs  %t = prim.sum %y  %s = prim.add %s0, %t
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Makes one batch, or a loop over batches, of the turns of each loop that only adds to what it
/// carries, or writes to places of it (see Accumulating). So do derivatives, if this comes first:
/// there is nothing to push. Left as they are: loops of few turns, of more than can be looked at,
/// with bounds that are not constants, with loops and branches in them, and of turns that are
/// large. Sums are added up in another order. Inner loops come first.
void batchLoops(mlir::func::FuncOp function);

/// The same as a pass: --batch-loops.
std::unique_ptr<mlir::Pass> createBatchLoopsPass();

} // namespace cotan
