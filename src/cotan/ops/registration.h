// Makes the dialects and their ops known to a context.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace cotan {

/// Adds Cotan's dialects (prim, composite, flow) and the MLIR dialects programs are written in.
void registerCotan(mlir::DialectRegistry &registry);

/// One row of the op reference.
struct OpDocumentation {
  const char *name, *summary, *description, *function;
};
llvm::ArrayRef<OpDocumentation> opDocumentation();

namespace ops {
void registerAllOps(mlir::MLIRContext *context);
}

} // namespace cotan
