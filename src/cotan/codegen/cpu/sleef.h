// The library of functions of vectors.
#pragma once

#include "cotan/ir/lowering/lanes.h"

namespace cotan {

inline constexpr const char *sleefLibrary = "libsleef.so.3";

/// A function by its name in C, for whole registers of an instruction set as SLEEF names it.
/// Nothing where it is not to be trusted.
Lanes callSleef(llvm::StringRef function, llvm::ArrayRef<Lanes> args,
                llvm::StringRef instructionSet);

} // namespace cotan
