// The few ops of MLIR's own dialects that programs use, taught to answer Cotan's questions.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace cotan {

/// arith.constant, and tensor.extract and tensor.from_elements of 0-d tensors: the bridge to the
/// scalars of `cf`.
void registerUpstreamOps(mlir::DialectRegistry &registry);

} // namespace cotan
