// A function and its derivative as two functions, to be called one after the other.
//
// before: func @main(%x, %dy) { %y = sin %x  %z = sin %y  %c = cos %y  %d = mul %dy, %c  ...
//                               return %z, %dx }
// after:  func @main(%x)         { %y = sin %x  %z = sin %y  return %z, %y }
//         func @main(%x, %y, %dy) { %c = cos %y  %d = mul %dy, %c  ...  return %dx }
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// What becomes of loops and branches that fill stacks for the second function.
enum class FilledStacks {
  filledAgain, // they stand in both functions, without what they print in the second
  handedOver,  // they stand in the first one; stacks are its last results, and arguments of the
               // other
};

/// Leaves in `function` what computes its results before `firstCotangent`, with what the others
/// need of it as further results. Those others are the results of the function that is returned, of
/// the same name and in no module: it takes the arguments before `firstSeed`, then those tensors,
/// then the rest of the arguments, then stacks. What prints or asserts stays in `function`, unless
/// it depends on the rest of the arguments.
///
/// Where both functions are called in one, and stacks are filled again, `mergeEqual` makes one of
/// the loops, for which `function` keeps what it pushes, unread. Stacks that `function` reads
/// itself are never handed over.
mlir::func::FuncOp splitReverse(mlir::func::FuncOp function, unsigned firstSeed,
                                unsigned firstCotangent, FilledStacks stacks);

} // namespace cotan
