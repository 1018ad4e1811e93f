// Which calls of functions may run at the same time.
#pragma once

#include "cotan/runtime/abi/calls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Brings together calls that need nothing of each other and may take long, and marks the first of
/// them. Errors, and frames on a stack, come in the order of the calls all the same: who runs them
/// sees to it (runtime/tasks.h). What prints stays apart.
///
/// before: %a = func.call @f(%x)     after: %y = prim.tanh %x
///         %y = prim.tanh %x                %a = func.call @f(%x) {cotan.together = 2, ...}
///         %b = func.call @f(%y)            %b = func.call @f(%y)
void gatherCalls(mlir::func::FuncOp function);

/// The same as a pass: --gather-calls.
std::unique_ptr<mlir::Pass> createGatherCallsPass();

/// Calls that may run at the same time, one directly after the other.
struct CallsTogether {
  /// Those that `op` is the first of; none if it is not.
  explicit CallsTogether(mlir::Operation *op);

  llvm::SmallVector<mlir::func::CallOp> calls;
  /// Steps from one offer to other threads to the next: so many are worth one.
  int64_t steps = 0;
};

/// Whether the function has such calls that are small, and asks all the time whether to offer them.
bool offersNowAndThen(mlir::func::FuncOp function);

/// What the function of the call does with the stack that it is given; nothing if it does several
/// things, or there are several.
std::optional<abi::StackUse> stackUseOf(mlir::func::CallOp call);

} // namespace cotan
