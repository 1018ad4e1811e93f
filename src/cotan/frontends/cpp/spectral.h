// Eigenvalues, singular values and orthonormal factors of the last two axes, as in
// jax.numpy.linalg. Integers become floats; float16 and bfloat16 are computed in float32.
#pragma once

#include "cotan/frontends/cpp/linalg.h"

#include <tuple>

namespace ct::linalg {

/// The eigenvalues of a symmetric matrix, which increase, and its eigenvectors as columns. Of each,
/// the first element about as large as the largest is positive. `uplo`: which triangle is read, "L"
/// or "U"; with `symmetrize_input` x is (x + x^T) / 2.
std::pair<Tensor, Tensor> eigh(const Tensor &x, const std::optional<std::string> &uplo = {},
                               bool symmetrize_input = true);
Tensor eigvalsh(const Tensor &x, const std::optional<std::string> &uplo = "L",
                bool symmetrize_input = true);
/// u, s, vt with x = u s vt. Of each column of u, or of each row of vt if there are fewer rows than
/// columns, the first element about as large as the largest is positive. Without `full_matrices` as
/// many vectors as singular values; with it u and vt are square, and derivatives are right for what
/// does not depend on which basis of the rest the further vectors are.
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &x, bool full_matrices = true);
Tensor svdvals(const Tensor &x);
/// x = q r with as many columns of q as the smaller side, or with `complete` as rows; the diagonal
/// of r is not negative. Further columns as in svd.
std::pair<Tensor, Tensor> qr(const Tensor &x, bool complete = false);
/// The pseudo-inverse: singular values up to `rtol` times the largest count as 0. Without it, up to
/// the larger side times ten times the distance from 1 to the next number.
Tensor pinv(const Tensor &x, std::optional<double> rtol = {});
/// How many singular values are larger than `rtol` times the largest; without it, than the larger
/// side times the distance from 1 to the next number times the largest.
Tensor matrix_rank(const Tensor &x, std::optional<double> rtol = {});
/// The largest singular value divided by the smallest, or of another norm than 2 that of x times
/// that of its inverse.
Tensor cond(const Tensor &x, const std::optional<NormOrder> &p = {});
/// The x that makes the sum of squares of a x - b smallest, and the smallest of those; that sum for
/// each column of b; the rank of a; its singular values.
std::tuple<Tensor, Tensor, Tensor, Tensor> lstsq(const Tensor &a, const Tensor &b,
                                                 std::optional<double> rcond = {});

} // namespace ct::linalg
