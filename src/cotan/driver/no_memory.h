// Memory that runs out in the containers of LLVM, which we use and which know no exceptions.
#pragma once

namespace cotan {

/// From here on std::bad_alloc is thrown by a container that our own code uses, as by those of the
/// standard library. In the middle of LLVM's and MLIR's own code, which holds locks and cleans up
/// nothing, the process ends as it always did.
void throwWithoutMemory();

} // namespace cotan
