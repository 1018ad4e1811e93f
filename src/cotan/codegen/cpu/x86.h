// The processors of the x86 family, and what each does better than LLVM makes of it.
#pragma once

#include "cotan/codegen/cpu/target.h"

namespace cotan {

/// What machine code may count on.
struct X86Level {
  llvm::StringRef name; // as LLVM and COTAN_CPU have it
  unsigned registerBytes, registers;
  const char *sleef;                            // how SLEEF names it
  std::initializer_list<const char *> features; // what has them has the level
};

/// The strongest first; the last is every one's.
llvm::ArrayRef<X86Level> x86Levels();

/// A processor that has this level and no more.
std::unique_ptr<Target> makeX86(const X86Level &level);

} // namespace cotan
