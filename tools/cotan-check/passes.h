// The passes that must not change what a program computes.
#pragma once

#include "program.h"

namespace cotan::check {

/// As on the command line of cotan-opt, in a sensible order.
llvm::ArrayRef<llvm::StringRef> passNames();

/// Runs a pipeline ("cse,canonicalize") on the program; the result is verified.
llvm::LogicalResult runPasses(const Program &program, llvm::StringRef pipeline);

/// Makes the inputs constants of the program, so that everything can fold.
void bindInputs(const Program &program, llvm::ArrayRef<Array> inputs);
/// The opposite: makes an argument of every constant of the function, and returns their values.
Arrays openConstants(const Program &program);

} // namespace cotan::check
