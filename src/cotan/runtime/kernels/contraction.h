// matmul and dot_general on whole tensors.
#pragma once

#include "cotan/runtime/parallel.h"
#include "cotan/runtime/tensor_view.h"

namespace cotan {
extern "C" {

/// numbers: none.
int32_t cotan_matmul(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// numbers: how many axes are batching, how many contracting; the batching axes of lhs, those of
/// rhs, the contracting axes of lhs, those of rhs.
int32_t cotan_dot_general(const TensorView *operands, TensorView *results, const int64_t *numbers);

/// A product of an m by k and a k by n matrix, and what comes after it: a kernel whose pieces read
/// the rows of c one after the other. All are words, as compiled programs write them.
struct CotanProductThen {
  int64_t m, n, k;
  int64_t aIsTurned, bIsTurned; // whether they lie transposed
  int64_t isDouble;             // f64; or f32
  const void *a, *b;
  void *c;
  CotanKernel kernel;
  const int64_t *slots;
  int64_t piecesPerRow, rowsPerPiece; // one of them is 1
};
/// Sets c to a * b and runs the kernel, block by block of rows.
int32_t cotan_product_then(const CotanProductThen *work);
}
} // namespace cotan
