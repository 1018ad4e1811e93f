// What a traced function becomes on its way to machine code, to look at.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// A program that needs its arguments only: what it captured are constants of it. Throws if a
/// capture is traced itself.
OwnedProgram closed(const TracedFunction &function);

/// Its text as it was "traced", "fused" into kernels, or as code of "llvm" before LLVM's own
/// passes. Throws ct::ValueError for another stage.
std::string textOf(const TracedFunction &function, llvm::StringRef stage);

} // namespace cotan::trace
