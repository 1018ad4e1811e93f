// All dialects a Cotan program may use.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace cotan {

void registerEverything(mlir::DialectRegistry &registry);

} // namespace cotan
