// Which calls of the runtime run at the same time.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Calls of the runtime, one directly after the other in a block, that need nothing of each other
/// and take long enough for other threads to be asked. While they run, the operands and results of
/// all are in memory: what that takes beside the first call's is limited.
class CallGroup {
public:
  /// Starts with `op` and, if it can be a member, what follows it and can be one too.
  explicit CallGroup(mlir::Operation *op);

  llvm::ArrayRef<CallsRuntime> calls() const { return members; }
  bool contains(mlir::Operation *op) const {
    return llvm::any_of(members, [&](CallsRuntime member) { return member == op; });
  }
  /// Adds `op`, which others have to be made before that take `bytes`; false if it cannot be a
  /// member. It must need nothing of the members.
  bool tryAdd(mlir::Operation *op, int64_t bytes = 0);

private:
  llvm::SmallVector<CallsRuntime> members;
  int64_t moreBytes = 0;
};

/// Brings together calls of the runtime that can run at the same time. Nothing is moved far.
///
/// before: %0 = prim.matmul %x, %y     after: %0 = prim.matmul %x, %y
///         %1 = prim.tanh %0                  %2 = prim.matmul %x, %z
///         %2 = prim.matmul %x, %z            %1 = prim.tanh %0
void overlap(mlir::func::FuncOp function);

/// The same as a pass: --overlap.
std::unique_ptr<mlir::Pass> createOverlapPass();

} // namespace cotan
