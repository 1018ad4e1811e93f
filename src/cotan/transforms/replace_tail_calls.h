// A function whose calls of itself are the last thing it does becomes a loop.
//
// before: func.func @f(%n, %x) { A  %c = ...
//                                %r = flow.if %c { B  %s = func.call @f(%m, %y)  yield %s }
//                                     else { C  yield %z }
//                                return %r }
// after:  func.func @f(%n, %x) { %v = flow.while (%n, %x) cond { A  cond_yield %c, %n, %x }
//                                                         body { B  yield %m, %y }
//                                C  return %z }
// What B and C read of A is a variable, too.
//
// Of other forms, each turn says whether it was the last one:
// after:  %v = flow.while (%n, %x, nothing, true) cond { cond_yield whether there is one more }
//              body { ... yield the arguments of the call, nothing, true, or %n, %x, %z, false }
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Replaces the calls of itself of a function, which must be one block, if all of them are the last
/// thing it does, one way ends without one, and it takes and returns tensors. Says whether it did.
bool replaceTailCalls(mlir::func::FuncOp function);

/// The same for all that `program` calls, and itself, where they call themselves; one that belongs
/// to a single place of such a circle becomes a part of it first. Those become one block.
llvm::LogicalResult replaceTailCallsFrom(mlir::func::FuncOp program);

/// The same for all functions of a module: --replace-tail-calls.
std::unique_ptr<mlir::Pass> createReplaceTailCallsPass();

} // namespace cotan
