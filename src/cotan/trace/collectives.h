// What a function of one lane gets of the others: operations along a named axis of lanes.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// `x` as a value of what is being traced: what lanes make of numbers is not known before they
/// meet.
TensorRef tracedHere(const TensorRef &x);

/// The axis of an operation of the module that puts lanes together; empty if there is none. Only a
/// function of all lanes can be run.
llvm::StringRef axisMet(mlir::ModuleOp module);

} // namespace cotan::trace
