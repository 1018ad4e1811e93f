// Products of matrices and more.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

namespace ct {

/// As numpy.matmul: vectors count as a row or a column, further axes as batches.
Tensor matmul(const Tensor &x, const Tensor &y);
/// As numpy.dot: along the last axis of `x` and the last but one of `y`.
Tensor dot(const Tensor &x, const Tensor &y);
Tensor vdot(const Tensor &x, const Tensor &y);
Tensor inner(const Tensor &x, const Tensor &y);
Tensor outer(const Tensor &x, const Tensor &y);
/// Along pairs of axes; with a number, the last ones of `x` and the first ones of `y`.
Tensor tensordot(const Tensor &x, const Tensor &y, int64_t axes = 2);
Tensor tensordot(const Tensor &x, const Tensor &y, const std::vector<int64_t> &x_axes,
                 const std::vector<int64_t> &y_axes);
/// Axes of `x`, and those of `y` that they meet.
using AxisPairs = std::pair<std::vector<int64_t>, std::vector<int64_t>>;
/// As jax.lax.dot_general: sums of products over pairs of contracting axes, for each index of pairs
/// of batching axes. Axes of the result: batching, the others of `x`, the others of `y`.
Tensor dot_general(const Tensor &x, const Tensor &y, const AxisPairs &contracting,
                   const AxisPairs &batching = {});
/// As numpy.einsum, "..." included. Of several operands those two are multiplied next whose product
/// takes the fewest multiplications.
Tensor einsum(const std::string &subscripts, const std::vector<Tensor> &operands);

} // namespace ct
