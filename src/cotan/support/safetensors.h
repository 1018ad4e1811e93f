// Files of the safetensors format, which other tools read and write: eight bytes with the length of
// a header in JSON, the header, and the elements of all arrays, one after the other
// (https://github.com/huggingface/safetensors#format). Python's door is python/cotan/_files.py.
#pragma once

#include "cotan/support/npy.h"

namespace cotan {

/// Reads all arrays. What the header says is compared with the size of the file before memory is
/// taken: the arrays lie one after the other and are the whole rest of the file.
llvm::Expected<NamedArrays> readSafetensors(llvm::StringRef path);

/// Writes them; the file appears whole or not at all. Refuses the element types that the format
/// does not have.
llvm::Error writeSafetensors(llvm::StringRef path, const NamedArrays &arrays);

} // namespace cotan
