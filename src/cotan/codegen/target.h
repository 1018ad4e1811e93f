// The processor that machine code is made for.
#pragma once

#include "cotan/ir/lowering/lanes.h"

namespace cotan {

struct Target {
  std::string cpu, features; // as LLVM names them
  VectorUnit unit;
  int64_t cacheBytes = 16 << 20; // of the last cache
};

/// This machine's processor; with the environment variable COTAN_CPU=x86-64 any 64-bit one.
const Target &hostTarget();

} // namespace cotan
