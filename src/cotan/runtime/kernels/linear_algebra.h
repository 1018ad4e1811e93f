// Factorizations of the matrices in the last two axes, and systems of equations solved with them.
// The axes before the last two are the same in all operands.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Of the lower triangle of a symmetric or Hermitian matrix; NaN if it is not positive definite.
/// numbers: whether it is to be the same on every processor.
int32_t cotan_cholesky(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Operands: a, b. numbers: lower, transpose, unit diagonal.
int32_t cotan_triangular_solve(const TensorView *operands, TensorView *results,
                               const int64_t *numbers);
/// Results: both triangular factors in one matrix; for each row the row of the operand it is.
int32_t cotan_lu(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Operands: the matrix, which is not read; the results of cotan_lu; b. numbers: transpose.
int32_t cotan_lu_solve(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
