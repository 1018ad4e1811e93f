// What the fuzzers do with a text: as far as it is a program, everything must work or say why not.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace cotan::fuzz {

/// Reads the text, simplifies, differentiates and runs it, with small limits. Returns what is wrong
/// with Cotan; empty if nothing is. That the text is wrong is no problem. Crashes, too, are
/// Cotan's.
std::string problemWith(llvm::StringRef text);

} // namespace cotan::fuzz
