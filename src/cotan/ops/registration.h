// Makes the dialects and their ops known to a context.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace cotan {

/// Adds Cotan's dialects (prim, composite, flow) and the MLIR dialects programs are written in.
void registerCotan(mlir::DialectRegistry &registry);

/// One row of the op reference, from the op's .td file.
struct OpDocumentation {
  llvm::StringRef name, summary, description;
  llvm::StringRef function;  // the rule language's function; empty if there is none
  llvm::StringRef signature; // one line per operand, attribute, result and region
  llvm::StringRef source;    // the .td file
};
llvm::ArrayRef<OpDocumentation> opDocumentation();

namespace ops {
void registerAllOps(mlir::MLIRContext *context);
}

} // namespace cotan
