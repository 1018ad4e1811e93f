// Systems of linear equations, inverses and determinants of the last two axes, as in
// jax.numpy.linalg. Integers become floats; float16 and bfloat16 are computed in float32.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>
#include <utility>

namespace ct::linalg {

/// The lower triangular l with l l^T = x, where x is symmetric and positive definite: else NaN.
/// `upper`: l^T. Without `symmetrize_input` only the lower triangle is read; with it x is
/// (x + x^T) / 2.
Tensor cholesky(const Tensor &x, bool upper = false, bool symmetrize_input = true);
/// The x with a x = b. b is a vector if it has one axis, and else a matrix or a batch of them.
Tensor solve(const Tensor &a, const Tensor &b);
/// The same of a triangular matrix, of which the other triangle is not read. `transpose`: of a^T.
Tensor solve_triangular(const Tensor &a, const Tensor &b, bool lower = false,
                        bool transpose = false, bool unit_diagonal = false);
Tensor inv(const Tensor &x);
Tensor det(const Tensor &x);
/// The sign of the determinant, and the logarithm of its magnitude.
std::pair<Tensor, Tensor> slogdet(const Tensor &x);
/// The first `ind` axes of x are the rows of the matrix that is inverted, the others its columns.
Tensor tensorinv(const Tensor &x, int64_t ind = 2);
/// The x with tensordot(a, x, x.ndim()) = b; `axes` of a are moved to its end first.
Tensor tensorsolve(const Tensor &a, const Tensor &b,
                   const std::optional<std::vector<int64_t>> &axes = {});

} // namespace ct::linalg
