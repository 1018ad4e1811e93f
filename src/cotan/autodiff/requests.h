// What both modes ask of a function and its ops before they differentiate, and how they refuse.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Whether every region of the function is one block, as all passes on stacks need it.
bool isStructured(mlir::func::FuncOp function);

/// Fails, with a diagnostic, if there is no body, it is not structured, or it does not return.
llvm::LogicalResult checkBody(mlir::func::FuncOp function);

/// Fails, with a diagnostic, where a float outside of a tensor would end a derivative in silence.
llvm::LogicalResult checkNumbers(mlir::func::FuncOp function);

/// Fails, with a diagnostic, if there is no such argument or it cannot carry a derivative.
llvm::LogicalResult checkArgument(mlir::func::FuncOp function, unsigned index);

/// Says that a derivative must flow through `op`, which has no `rule` ("vjp" or "jvp").
llvm::LogicalResult reportMissingRule(mlir::Operation *op, llvm::StringRef rule);

/// Whether the rule of `op` answered as many "cotangents" or "tangents" as it should; none at all
/// declines, as at the highest order that an op has.
llvm::LogicalResult checkAnswer(mlir::Operation *op, mlir::ValueRange answer, size_t expected,
                                llvm::StringRef what);

} // namespace cotan
