// The rules all structured ops share, each with its own diagnostic.
#pragma once

#include "cotan/ir/flow/flow.h"

namespace cotan::flow {

/// "1 result", "2 results".
std::string counted(unsigned count, llvm::StringRef noun);

/// Checks that `region` is one block that takes `args`.
mlir::LogicalResult verifyBlock(mlir::Operation *op, mlir::Region &region, llvm::StringRef name,
                                mlir::TypeRange args);

/// Checks that the terminator hands `types` on.
mlir::LogicalResult verifyYielded(mlir::Operation *op, mlir::Operation *terminator,
                                  llvm::StringRef name, mlir::ValueRange values,
                                  mlir::TypeRange types);

/// Reports that a region does not end with `expected`; `found` is null if its block is empty.
mlir::LogicalResult emitWrongEnd(mlir::Operation *op, llvm::StringRef name,
                                 llvm::StringRef expected, mlir::Operation *found);

/// Checks the `init` region, if there is one, and counts the stacks it makes.
mlir::LogicalResult verifyInit(Structured op, unsigned &stacks);

/// Checks that `region` is one block that takes `args` and ends with `Terminator` handing on
/// `types`.
template <typename Terminator>
mlir::LogicalResult verifyBody(mlir::Operation *op, mlir::Region &region, llvm::StringRef name,
                               mlir::TypeRange args, mlir::TypeRange types) {
  if (failed(verifyBlock(op, region, name, args)))
    return mlir::failure();
  mlir::Operation *last = region.front().empty() ? nullptr : &region.front().back();
  auto terminator = llvm::dyn_cast_or_null<Terminator>(last);
  if (!terminator)
    return emitWrongEnd(op, name, Terminator::getOperationName(), last);
  // This runs before the terminator's own check, which will report what is missing.
  constexpr unsigned first = std::is_same_v<Terminator, CondYieldOp> ? 1 : 0;
  if (terminator->getNumOperands() < first)
    return mlir::success();
  return verifyYielded(op, terminator, name, terminator->getOperands().drop_front(first), types);
}

} // namespace cotan::flow
