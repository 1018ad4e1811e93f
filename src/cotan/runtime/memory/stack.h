// The stacks that programs push frames on. Generated code pushes and pops by itself, and calls
// cotan_grow and cotan_shrink (abi/functions.h) at the ends of chunks.
#pragma once

#include "cotan/runtime/abi/run.h"

namespace cotan::runtime {

struct Stack : abi::Stack {
  struct Chunk *chunk = nullptr;
  Stack *next = nullptr;           // of the run's
  struct Border *border = nullptr; // the last of them
  struct Border *oldest = nullptr; // the first
};

/// Puts the frames of `part`, of which nothing is left, behind those of `stack`. Where they begin
/// is remembered until they are popped, if there is memory for it.
void append(abi::Run *run, Stack &stack, Stack &part);

/// Takes what lies below the frames that were appended last, and nothing was pushed after, so that
/// two threads may pop both. False if that is not so.
bool cut(abi::Run *run, Stack &stack, Stack &below);

/// Undoes it, with what is left of both.
void putBack(abi::Run *run, Stack &stack, Stack &below);

} // namespace cotan::runtime
