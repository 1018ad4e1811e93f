// Numbers that are the same on every processor, to the last bit.
#pragma once

#include "mlir/IR/Operation.h"

namespace cotan {

/// On an op such as exp or a factor of a matrix, which machine code has the same formula for on
/// every processor then, though on some another one, or a library, takes less time. No constant
/// takes its place.
inline constexpr llvm::StringLiteral reproducibleMark = "cotan.reproducible";

inline bool isReproducible(mlir::Operation *op) { return op->hasAttr(reproducibleMark); }

/// For an op that does what another one did.
inline void copyReproducibleMark(mlir::Operation *from, mlir::Operation *to) {
  if (isReproducible(from))
    to->setAttr(reproducibleMark, from->getAttr(reproducibleMark));
}

} // namespace cotan
