// What the fuzzers do with a text: as far as it is a program, everything must work or say why not.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace cotan::fuzz {

struct Outcome {
  bool isProgram = false; // the text is valid
  bool runs = false;
  std::string problem = {}; // what is wrong with Cotan, not with the text; empty if nothing is
};

/// Reads the text, simplifies, differentiates and runs it, with small limits. A crash is a problem
/// too.
Outcome tryProgram(llvm::StringRef text);

} // namespace cotan::fuzz
