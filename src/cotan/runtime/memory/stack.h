// The stacks that programs push frames on. Generated code pushes and pops by itself, and calls
// cotan_grow and cotan_shrink (abi/functions.h) at the ends of chunks.
#pragma once

#include "cotan/runtime/abi/run.h"

namespace cotan::runtime {

struct Stack : abi::Stack {
  struct Chunk *chunk = nullptr;
  Stack *next = nullptr; // of the run's
};

} // namespace cotan::runtime
