// Factorizations with orthonormal columns of the matrices in the last two axes. Signs, which are
// LAPACK's whim, are made those that the ops say.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

namespace cotan {
extern "C" {

/// Of the lower triangle of a symmetric or Hermitian matrix. Results: the eigenvalues, the
/// eigenvectors. numbers: whether they are to be the same on every processor.
int32_t cotan_eigh(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// The eigenvalues alone.
int32_t cotan_eigvalsh(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// The singular values alone, of at least as many rows as columns.
int32_t cotan_svdvals(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Of at least as many rows as columns. Results: u, s, vt. numbers: as for cotan_eigh.
int32_t cotan_svd(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Pseudo-inverses. numbers: the bits of an f64; singular values up to it times the largest are 0.
int32_t cotan_pinv(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// The nearest matrices with orthonormal columns, of at least as many rows as columns.
int32_t cotan_polar(const TensorView *operands, TensorView *results, const int64_t *numbers);
/// Of at least as many rows as columns. Results: q, r. numbers: as for cotan_eigh.
int32_t cotan_qr(const TensorView *operands, TensorView *results, const int64_t *numbers);
}
} // namespace cotan
