// Copying a block of elements between two arrays: what slicing, padding, flipping and joining do.
#pragma once

#include "cotan/support/array.h"

namespace cotan {

/// A way through an array: where it starts and how far a step along each axis moves, in elements.
struct Walk {
  int64_t start = 0;
  llvm::SmallVector<int64_t, 4> steps;

  /// Through all of an array of this shape, in row-major order.
  static Walk through(llvm::ArrayRef<int64_t> shape) { return {0, stridesOf(shape)}; }
  /// Through the box of an array of this shape whose first element is at `corner`.
  static Walk from(llvm::ArrayRef<int64_t> corner, llvm::ArrayRef<int64_t> shape);
};

/// Copies the elements of a block of these sizes, each array walked in its own way.
void copyBlock(llvm::ArrayRef<int64_t> sizes, const Array &from, const Walk &source, Array &to,
               const Walk &target);

} // namespace cotan
