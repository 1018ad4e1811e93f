// The derivative of a function that stays a function and needs no stack: two plain functions, which
// are differentiated, batched and merged like any other.
//
// before:  func @f(%x) { ... return %y }
// forward: func @f.forward(%x) { ... return %y, %residuals }
// reverse: func @f.reverse(%x, %residuals, %dy) { ... return %dx }
//
// Functions that call themselves, and those whose loops and branches push what their reverse reads,
// become pairs that share a stack (call_pairs.h).
#pragma once

#include "cotan/autodiff/call_pairs.h"

namespace cotan {

/// Lets active calls, of functions that stay and of custom rules, give what their reverse functions
/// read as further results; `calls` knows the former from then on. Such a call is another op than
/// before, and so are its results: `findActive` is called to find anew what is active.
llvm::LogicalResult keepAllResiduals(mlir::func::FuncOp function,
                                     const std::optional<Activity> &activity,
                                     llvm::function_ref<void()> findActive, CallPairs &calls);

/// Lets a copy be a function like any other: no derivative has made it, and nothing is known of it.
void forgetOrigin(mlir::func::FuncOp copy);

/// A derivative is complete: what it has made of functions that need no stack are functions like
/// any other. Those that `program` does not come to any more go.
void settleCalls(mlir::func::FuncOp program);

/// Calls whose residuals nobody reads are of the primal function again.
void forgetCallResiduals(mlir::func::FuncOp function);

} // namespace cotan
