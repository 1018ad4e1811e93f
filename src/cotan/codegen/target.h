// The processor that machine code is made for.
#pragma once

#include "cotan/ir/lowering/lanes.h"

#include "llvm/Support/Error.h"

namespace cotan {

struct Target {
  std::string cpu, features; // as LLVM names them
  VectorUnit unit;
  int64_t cacheBytes = 16 << 20; // of the last cache
};

/// This machine's processor; or less of it, by the environment variable COTAN_CPU: x86-64 (any),
/// x86-64-v3 (AVX2) or x86-64-v4 (AVX-512).
llvm::Expected<const Target &> hostTarget();

} // namespace cotan
