// before: %t = prim.transpose %y permutation [1, 0]      after: %z = prim.dot_general %x, %y
//         %z = prim.matmul %x, %t                                contracting [1] x [1]
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Lets ops read tensors as they were before their axes were permuted, and write what would be
/// permuted only, where they can. A permutation of what a loop does not change stays: it is made
/// once, before the loop.
void absorbPermutations(mlir::func::FuncOp function);

/// --absorb-permutations
std::unique_ptr<mlir::Pass> createAbsorbPermutationsPass();

} // namespace cotan
