// Calls are replaced by what they call, where that pays: the one place that decides which functions
// of a program stay functions.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Whether calls with a derivative of their own (flow.custom_call) and checkpoints are inlined too.
/// Then only what they compute is left.
enum class CustomCalls { keep, inlined };

/// The functions `function` calls, directly or not, and itself; callees before callers, as far as
/// they do not call each other. Callees without a body are reported at the call.
llvm::FailureOr<llvm::SmallVector<mlir::func::FuncOp>> findCallees(mlir::func::FuncOp function);

/// On the function that a program begins with: "keep" or "inline", what is done with all calls that
/// can be either. Without it the cost model decides.
inline constexpr llvm::StringLiteral callsName = "cotan.calls";

/// Whether a call of the function is worth to be written into `program`, so that it can be decided
/// on, rather than what the function does.
bool mayStay(mlir::func::FuncOp function, mlir::func::FuncOp program);

/// What comes next. Of functions with loops and branches, derivatives of which leave frames, none
/// stays for a derivative but those that call themselves.
enum class Next { derivative, others };

/// The functions of a program that stay functions, each with code of its own: those that call
/// themselves or say `no_inline`, and those that are called from several places and would make the
/// program much longer.
class StayingFunctions {
public:
  /// Decides for all that `program` calls, directly or in turn, and says so (mlir/IR/Remarks.h).
  /// The option is that of `program`.
  static llvm::FailureOr<StayingFunctions> of(mlir::func::FuncOp program, Next next = Next::others);
  /// Of others, as derivative rules call, those that call themselves.
  bool contains(mlir::func::FuncOp function);

private:
  llvm::DenseMap<mlir::Operation *, bool> isDecided;
};

// before: func.func @f(%x) { %y = func.call @g(%x) ... }    func.func @g(%a) { ... return %b }
// after:  func.func @f(%x) { ... (%b for %x) ... }
/// Afterwards `function` calls nothing but functions that stay. Every other function it calls must
/// be one block (--lift-cf).
llvm::LogicalResult inlineCalls(mlir::func::FuncOp function, CustomCalls customCalls,
                                StayingFunctions &staying);

/// The same for all public functions of a module, each as a program: --inline-calls.
std::unique_ptr<mlir::Pass> createInlineCallsPass();

} // namespace cotan
