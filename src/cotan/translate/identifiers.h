// Names that are words of their own in every form.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace cotan::forms {

class Identifiers {
public:
  Identifiers();

  /// `wanted`, or that with a number if it is taken. Characters that no name has become `_`.
  std::string fresh(llvm::StringRef wanted);

private:
  llvm::StringSet<> taken;
  llvm::StringMap<unsigned> numbers; // the next to try
};

} // namespace cotan::forms
