// Text with places for values: "step {}: loss {}". `{{` and `}}` are braces.
#pragma once

#include "cotan/support/array.h"

#include "llvm/Support/Error.h"

#include <string>

namespace cotan {

/// What stands before, between and after the places.
llvm::Expected<llvm::SmallVector<std::string>> splitTemplate(llvm::StringRef text);

/// The text with the values in their places, printed as printArray does. There must be as many.
std::string fillTemplate(llvm::StringRef text, llvm::ArrayRef<Array> values);

} // namespace cotan
