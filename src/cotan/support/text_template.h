// Text with places for values: "step {}: loss {:.3f}". `{{` and `}}` are braces.
#pragma once

#include "cotan/support/array.h"

#include "llvm/Support/Error.h"

#include <string>

namespace cotan {

/// What stands before, between and after the places, and how the values in them are written: as
/// printArray does, where there is none, or as formatNumber.
struct TextTemplate {
  llvm::SmallVector<std::string> pieces{""};
  llvm::SmallVector<std::optional<std::string>> formats;
};
llvm::Expected<TextTemplate> splitTemplate(llvm::StringRef text);

/// The text with the values in their places. There must be as many.
std::string fillTemplate(llvm::StringRef text, llvm::ArrayRef<Array> values);

} // namespace cotan
