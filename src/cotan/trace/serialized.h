// Traced functions as bytes, for other processes and later ones.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// MLIR's bytecode with a checksum (driver/bytecode.h). Throws ct::Error if the function uses
/// tensors of another one that is being traced.
std::string bytecodeOf(const TracedFunction &function);

/// The function in such bytes. Throws ct::ValueError where they are no function that this Cotan
/// knows, or one of other types.
TracedFunctionRef readFunction(llvm::StringRef bytecode, llvm::ArrayRef<TensorType> arguments,
                               llvm::ArrayRef<TensorType> results);

/// The same function for arguments whose types say more of their sizes. Throws what is said of
/// sizes that do not fit.
TracedFunctionRef refined(const TracedFunction &function, llvm::ArrayRef<TensorType> arguments);

} // namespace cotan::trace
