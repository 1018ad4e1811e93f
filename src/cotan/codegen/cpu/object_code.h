// From LLVM IR to object files.
#pragma once

#include "cotan/codegen/cpu/target.h"
#include "cotan/codegen/effort.h"

#include "mlir/Support/Timing.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cotan {

using ObjectFiles = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

/// Optimizes lightly, if wanted, and compiles; the module holds what was compiled. Long functions
/// have an object file of their own.
llvm::Expected<ObjectFiles> compileObjects(llvm::Module &module, const Target &target,
                                           mlir::TimingScope &timing, Effort effort = Effort::whole,
                                           bool optimizes = true);

} // namespace cotan
