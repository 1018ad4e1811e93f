// Which inputs of a kernel a result may take the memory of.
#pragma once

#include "cotan/ir/code/code.h"

namespace cotan {

/// The inputs that result `result` may overwrite: each of their elements is read at its own place
/// only, and not after the result's element is there.
llvm::SmallVector<unsigned> overwritableInputs(code::KernelOp kernel, unsigned result);

/// Whether each place of the kernel's space reads input `i` at its own place, and nowhere else.
bool isReadInPlace(code::KernelOp kernel, unsigned i);

} // namespace cotan
