// From LLVM IR to an object file.
#pragma once

#include "cotan/codegen/target.h"

#include "mlir/Support/Timing.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cotan {

/// Optimizes lightly and compiles; the module holds what was compiled.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileObject(llvm::Module &module, const Target &target, mlir::TimingScope &timing);

} // namespace cotan
