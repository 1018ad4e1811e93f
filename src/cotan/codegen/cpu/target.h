// The processor that machine code is made for.
#pragma once

#include "cotan/ir/lowering/processor.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace cotan {

/// A processor that LLVM has a code generator for.
class Target : public Processor {
public:
  std::string cpu, features; // as LLVM names them

  void mark(llvm::Function &function) const override;
};

/// This machine's processor; or less of it, by the environment variable COTAN_CPU: x86-64 (any),
/// x86-64-v3 (AVX2) or x86-64-v4 (AVX-512).
llvm::Expected<const Target &> hostTarget();

/// What this machine's processor can be taken for, the strongest first.
std::vector<std::unique_ptr<Target>> hostLevels();

} // namespace cotan
