// Indexing as in NumPy: integers, slices, an ellipsis, new axes, and tensors of integers or truth
// values.
#pragma once

#include "cotan/tensor/tensor.h"

#include <functional>
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
/// A copy of `x` in which the elements at the indices are replaced, or added to: set_at,
/// add_at.
Tensor set_at(const Tensor &x, const Indices &indices, const Tensor &values);
Tensor add_at(const Tensor &x, const Indices &indices, const Tensor &values);
/// The same with `change(old, value)`, such as `ct::maximum`; where several values go to one place
/// they change it one after the other, in a loop. With `isUnique` no two indices are the same.
using Change = std::function<Tensor(const Tensor &, const Tensor &)>;
/// The same with a function of the old and the new value, one place after the other.
Tensor change_at(const Tensor &x, const Indices &indices, const Tensor &values,
                 const Change &change, bool isUnique = false);

/// What an index that is out of range means: an error, which traced ones cannot be; the place that
/// is some sizes away; the nearest one; or none.
enum class IndexMode { raise, wrap, clip, drop };
/// The same indices in the range of x; those that are none read as usual, and write nothing.
/// Negative ones count from the end, or are out of range. Throws IndexError, or TypeError if they
/// are traced, with IndexMode::raise.
Indices in_range(const Tensor &x, Indices indices, IndexMode mode, bool wrap_negative = true);
/// The same of indices into one axis of this size.
Tensor in_range(const Tensor &places, const Tensor &size, IndexMode mode,
                bool wrap_negative = true);
/// `x[indices]`, and `fill` for those out of range: without it NaN, or of integers the least, of
/// unsigned ones the largest.
Tensor index_or(const Tensor &x, const Indices &indices, const std::optional<Tensor> &fill = {});

/// starts, limits and strides are within the tensor and positive.
Tensor slice(const Tensor &x, const Shape &starts, Shape limits, const Shape &strides);
/// How many elements there are, or along an axis, as a tensor: also of open axes.
Tensor size(const Tensor &x, std::optional<int64_t> axis = {});

} // namespace ct
