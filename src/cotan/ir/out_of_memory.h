// Reports that memory is missing, which who makes exceptions of reports can tell from others.
#pragma once

#include "mlir/IR/Diagnostics.h"

namespace cotan {

/// An error at this place, marked so.
mlir::InFlightDiagnostic emitOutOfMemory(mlir::Location location);

bool isOutOfMemory(mlir::Diagnostic &diagnostic);

} // namespace cotan
