// Eigenvalues and functions of general square matrices in the last two axes. Eigenvalues are in the
// order of eigenvalue_order.h; a matrix with NaN or infinities gives NaN.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Of complex matrices. Results: the eigenvalues, the eigenvectors.
int32_t cotan_eig(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// The eigenvalues alone.
int32_t cotan_eigvals(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Of complex matrices. Results: t, z.
int32_t cotan_schur(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Of real matrices, with pairs of conjugates as blocks of two rows. Results: t, z.
int32_t cotan_real_schur(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Of complex matrices.
int32_t cotan_sqrtm(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Of complex matrices.
int32_t cotan_logm(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// The x with a x + x b = c. Operands: a, b, c.
int32_t cotan_sylvester(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
