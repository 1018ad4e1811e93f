// Functions that generated code and the runtime call of each other through pointers.
#pragma once

#include "cotan/runtime/abi/run.h"
#include "cotan/runtime/abi/tensor_view.h"

namespace cotan::abi {

/// A compiled program. `inputs` are the elements of the arguments, and arguments that are stacks;
/// `sizes` all sizes of all arguments in order. Not 0 means that it failed, and that the run's
/// `site` says where.
using Program = int32_t (*)(Run *run, const void *const *inputs, const int64_t *sizes);

/// A kernel of a compiled program: what it reads and writes, and which part of it.
using Kernel = void (*)(const int64_t *slots, int64_t begin, int64_t end);

/// An op on whole tensors. 1 means that it failed (runtime/error.h).
using TensorFunction = int32_t (*)(const TensorView *operands, TensorView *results,
                                   const int64_t *numbers);

/// One of those with what it is called with.
struct Call {
  TensorFunction function;
  const TensorView *operands;
  TensorView *results;
  const int64_t *numbers;
};

/// A call of a function of the program that may run on another thread. `slots` are the registers
/// that it takes, and then those that it results in.
struct Task {
  void (*function)(Run *run, int64_t *slots);
  int64_t *slots;
  int64_t stackUse;  // a StackUse
  int64_t stackSlot; // which of them is the stack
  void *given;       // the runtime's
};

/// What a task does with a stack that it shares with those before it.
enum class StackUse : int64_t { none, pushes, pops };

/// A product of an m by k and a k by n matrix, and what comes after it: a kernel whose pieces read
/// the rows of c one after the other.
struct ProductThen {
  int64_t m, n, k;
  int64_t aIsTurned, bIsTurned; // whether they lie transposed
  int64_t isDouble;             // f64; or f32
  const void *a, *b;
  void *c;
  Kernel kernel;
  const int64_t *slots;
  int64_t piecesPerRow, rowsPerPiece; // one of them is 1
};

} // namespace cotan::abi
