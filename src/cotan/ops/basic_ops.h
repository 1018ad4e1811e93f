// Says which ops the rules' builder makes by itself.
#pragma once

#include "mlir/IR/Dialect.h"

namespace cotan::ops {

void addBasicOps(mlir::Dialect &prim);

} // namespace cotan::ops
