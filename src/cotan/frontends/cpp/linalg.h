// Linear algebra of the last axes, as in jax.numpy.linalg. Products are in contraction.h.
#pragma once

#include "cotan/frontends/cpp/contraction.h"
#include "cotan/frontends/cpp/indexing.h"
#include "cotan/frontends/cpp/reduction.h"

#include <variant>

namespace ct::linalg {

/// Of the last two axes, as numpy.linalg.diagonal.
Tensor diagonal(const Tensor &x, int64_t offset = 0);
using ct::matmul;
using ct::outer;
using ct::tensordot;

/// "fro", 1 or -1 (the largest or smallest sum of a column), inf or -inf (of a row), 2, -2 or "nuc"
/// (the largest or smallest singular value, or their sum); of a vector any number.
using NormOrder = std::variant<double, std::string>;

/// As numpy.linalg.norm: without an order that of all elements along the axes in one row; with one,
/// of vectors along one axis, of matrices along two.
Tensor norm(const Tensor &x, const std::optional<NormOrder> &ord = {}, const Axes &axes = {},
            bool keepdims = false);
/// The sum of |x|^ord to the power 1 / ord; inf and -inf: the extremes; 0: how many are not 0.
Tensor vector_norm(const Tensor &x, const Axes &axes = {}, bool keepdims = false, double ord = 2);
Tensor matrix_norm(const Tensor &x, bool keepdims = false, const NormOrder &ord = "fro");

/// The product of n equal matrices; of the inverse if n is negative.
Tensor matrix_power(const Tensor &x, int64_t n);
/// The product of several matrices in the order that takes the fewest multiplications; the first
/// and last may be vectors.
Tensor multi_dot(const std::vector<Tensor> &matrices);

Tensor trace(const Tensor &x, int64_t offset = 0);
Tensor matrix_transpose(const Tensor &x);
/// Of vectors of 3 elements along an axis.
Tensor cross(const Tensor &x, const Tensor &y, int64_t axis = -1);
/// The sum of products along an axis.
Tensor vecdot(const Tensor &x, const Tensor &y, int64_t axis = -1);

} // namespace ct::linalg
