// What types say of sizes, and what more they could.
#pragma once

#include "mlir/IR/Operation.h"

namespace cotan {

/// The type with the sizes that either says, of two that are alike but for sizes.
mlir::Type joinSizes(mlir::Type a, mlir::Type b);
/// With those that both say.
mlir::Type commonSizes(mlir::Type a, mlir::Type b);

/// Hands `operand` on as a value of a type that says less of its sizes.
void forgetSizes(mlir::OpOperand &operand, mlir::Type type);

/// The same of all operands, which have one type in common.
void agreeOnSizes(mlir::Operation *op);

/// The types of the results as far as they follow from the operands' types, and from those operands
/// that are constants. What cannot fit is an error.
llvm::FailureOr<llvm::SmallVector<mlir::Type>> typesByRules(mlir::Operation *op);

} // namespace cotan
