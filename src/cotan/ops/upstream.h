// The few ops of MLIR's own dialects that programs use, taught to answer Cotan's questions.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace cotan {

/// arith.constant and tensor.extract of a 0-d tensor: the bridge to `cf`'s i1 conditions.
void registerUpstreamOps(mlir::DialectRegistry &registry);

} // namespace cotan
