// The rules all structured ops share, each with its own diagnostic.
#pragma once

#include "cotan/ir/flow/flow.h"

namespace cotan::flow {

/// Checks that `region` is one block that takes `args`.
mlir::LogicalResult verifyBlock(mlir::Operation *op, mlir::Region &region, llvm::StringRef name,
                                mlir::TypeRange args);

/// Checks that the terminator hands `types` on.
mlir::LogicalResult verifyYielded(mlir::Operation *op, mlir::Operation *terminator,
                                  llvm::StringRef name, mlir::ValueRange values,
                                  mlir::TypeRange types);

/// Checks the `init` region, if there is one, and counts the stacks it makes.
mlir::LogicalResult verifyInit(Structured op, unsigned &stacks);

/// Checks that `region` is one block that takes `args` and ends with `Terminator` handing on `types`.
template <typename Terminator>
mlir::LogicalResult verifyBody(mlir::Operation *op, mlir::Region &region, llvm::StringRef name,
                               mlir::TypeRange args, mlir::TypeRange types) {
  if (failed(verifyBlock(op, region, name, args)))
    return mlir::failure();
  mlir::Block &block = region.front();
  auto terminator = block.empty() ? Terminator() : llvm::dyn_cast<Terminator>(block.back());
  if (!terminator)
    return op->emitOpError("region '") << name << "' must end with '"
                                       << Terminator::getOperationName() << "'";
  return verifyYielded(op, terminator, name, terminator.getValues(), types);
}

} // namespace cotan::flow
