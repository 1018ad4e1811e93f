// Ops that look at several lanes of a batch; see collective.td.
#pragma once

#include "cotan/ir/rules/batch.h"

#include "mlir/IR/OpDefinition.h"

#include "cotan/ir/interfaces/collective.h.inc"

namespace cotan {

/// Whether `op` puts together the lanes of this axis; of none if it has no name.
bool isAlong(mlir::Operation *op, llvm::StringRef axisName);

} // namespace cotan
