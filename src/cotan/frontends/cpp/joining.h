// Functions that join tensors, and those that bring them to one number of axes or one shape first.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

/// With at least 1, 2 or 3 axes, as NumPy adds them.
Tensor atleast_1d(const Tensor &x);
Tensor atleast_2d(const Tensor &x);
Tensor atleast_3d(const Tensor &x);
/// Joined along the second axis (rows along the only one), the first, and the third.
Tensor hstack(const std::vector<Tensor> &xs);
Tensor vstack(const std::vector<Tensor> &xs);
Tensor dstack(const std::vector<Tensor> &xs);
/// Vectors as the columns of a matrix, beside matrices.
Tensor column_stack(const std::vector<Tensor> &xs);
/// The shape tensors of these shapes have together.
Shape broadcast_shapes(const std::vector<Shape> &shapes);
/// Repeated to the shape they have together.
std::vector<Tensor> broadcast_arrays(const std::vector<Tensor> &xs);
/// `values` behind `x`. Without an axis both are taken in one row.
Tensor append(const Tensor &x, const Tensor &values, std::optional<int64_t> axis = {});
/// `values` before these positions of `x`, which count from the end if they are negative. Without
/// an axis `x` is taken in one row. One position takes several values.
Tensor insert(const Tensor &x, const std::vector<int64_t> &positions, const Tensor &values,
              std::optional<int64_t> axis = {});
Tensor insert(const Tensor &x, int64_t position, const Tensor &values,
              std::optional<int64_t> axis = {});
/// Without the elements at these positions (jax.numpy's `delete`).
Tensor delete_(const Tensor &x, const std::vector<int64_t> &positions,
               std::optional<int64_t> axis = {});

} // namespace ct
