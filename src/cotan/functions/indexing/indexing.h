// Indexing as in NumPy: integers, slices, an ellipsis, new axes, and tensors of integers or truth
// values.
#pragma once

#include "cotan/tensor/tensor.h"

#include <optional>
#include <variant>

namespace ct {

/// start:stop:step, each of which may be left out.
struct Slice {
  std::optional<int64_t> start = {}, stop = {}, step = {};
};
struct Ellipsis {};
struct NewAxis {};
inline constexpr Ellipsis ellipsis;
inline constexpr NewAxis newaxis;

using Index = std::variant<int64_t, Slice, Ellipsis, NewAxis, Tensor>;
using Indices = std::vector<Index>;

/// `x[indices]`. Indices in tensors that are out of range go to the nearest one, as in JAX.
Tensor index(const Tensor &x, const Indices &indices);
/// A copy of `x` in which the elements at the indices are replaced, or added to.
Tensor set_at(const Tensor &x, const Indices &indices, const Tensor &values);
Tensor add_at(const Tensor &x, const Indices &indices, const Tensor &values);
/// The same with `change(old, value)`, such as `ct::maximum`; where several values go to one place
/// they change it one after the other, in a loop.
using Change = Tensor (*)(const Tensor &, const Tensor &);
Tensor change_at(const Tensor &x, const Indices &indices, const Tensor &values, Change change);

/// starts, limits and strides are within the tensor and positive.
Tensor slice(const Tensor &x, const Shape &starts, Shape limits, const Shape &strides);
/// How many elements there are, or along an axis, as a tensor: also of open axes.
Tensor size(const Tensor &x, std::optional<int64_t> axis = {});

} // namespace ct
