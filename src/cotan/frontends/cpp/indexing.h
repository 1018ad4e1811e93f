// Indexing as in NumPy: integers, slices, an ellipsis, new axes, and tensors of integers or truth
// values.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

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

/// Without an axis, of the elements in one row.
Tensor take(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis = {});
Tensor take_along_axis(const Tensor &x, const Tensor &indices, int64_t axis);
/// Of two axes; it becomes the last axis.
Tensor diagonal(const Tensor &x, int64_t offset = 0, int64_t axis1 = 0, int64_t axis2 = 1);
/// The positions of elements that are not 0, one tensor per axis. Not of traced tensors: how many
/// there are must be known.
std::vector<Tensor> nonzero(const Tensor &x);
/// A block at a place known at run time, which is moved so that it fits.
Tensor dynamic_slice(const Tensor &x, const std::vector<Tensor> &starts, const Shape &sizes);
Tensor dynamic_update_slice(const Tensor &x, const Tensor &update,
                            const std::vector<Tensor> &starts);

} // namespace ct
