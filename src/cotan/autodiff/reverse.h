// Reverse mode: appends to a function the code that computes its derivatives.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Where the cotangent of a differentiated result comes from.
enum class Seed {
  one,      // 1; the result must be 0-d
  ones,     // ones in the shape of the result: the derivative of the sum of its elements
  argument, // a new last argument of the function, one per differentiated result
};

struct ReverseOptions {
  llvm::SmallVector<unsigned> wrt;     // arguments to differentiate with respect to
  llvm::SmallVector<unsigned> results; // results to differentiate; their derivatives are summed
  Seed seed = Seed::one;
  bool prune = true; // drop what is saved but never read
};

/// Appends one result per entry of `wrt`: the cotangent of that argument. The results carry the
/// attribute `flow.order`, by which --flow-remove-backward finds them. The function may already
/// hold derivatives: any order works. The attribute of the results that are differentiated tells
/// which custom rules serve: those that lower orders have used count as the code they are. Errors
/// are reported at the op that cannot be differentiated.
llvm::LogicalResult differentiate(mlir::func::FuncOp function, const ReverseOptions &options);

/// The first of the three steps on its own: every region that is going to be reversed pushes all
/// its values on a stack.
llvm::LogicalResult addStacks(mlir::func::FuncOp function);

} // namespace cotan
