// A function and its derivative as two functions, to be called one after the other.
//
// before: func @main(%x, %dy) { %y = sin %x  %z = sin %y  %c = cos %y  %d = mul %dy, %c  ...
//                               return %z, %dx }
// after:  func @main(%x)         { %y = sin %x  %z = sin %y  return %z, %y }
//         func @main(%x, %y, %dy) { %c = cos %y  %d = mul %dy, %c  ...  return %dx }
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace cotan {

/// Leaves in `function` what computes its results before `firstCotangent`, with tensors the others
/// need as further results. Those others are the results of the function of this name in the module
/// that is returned: it takes the arguments before `firstSeed`, then those tensors, then the rest
/// of the arguments. Loops and branches whose stacks the others need stand there once more, without
/// what they print: a stack is no result. Where both functions are called in one, `mergeEqual`
/// makes one of the two, for which `function` keeps what it pushes, unread. What prints or asserts
/// stays in `function`, unless it depends on the rest of the arguments.
mlir::OwningOpRef<mlir::ModuleOp> splitReverse(mlir::func::FuncOp function, unsigned firstSeed,
                                               unsigned firstCotangent);

} // namespace cotan
