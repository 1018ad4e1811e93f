// Calls whose derivative computes again what it needs, rather than keep it: jax.checkpoint.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// On such a func.call, and on the flow.custom_call that derivatives see in its place.
inline constexpr llvm::StringLiteral checkpointMark = "flow.checkpoint";

/// On an identity whose operand a checkpoint around it keeps all the same.
inline constexpr llvm::StringLiteral keptMark = "flow.kept";

inline bool isCheckpoint(mlir::Operation *op) { return op->hasAttr(checkpointMark); }

} // namespace cotan
