// Functions that rearrange, join, cut and convert.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

Tensor astype(const Tensor &x, DType dtype);
/// How many elements there are, or along an axis, as a tensor: also of open axes.
Tensor size(const Tensor &x, std::optional<int64_t> axis = {});
/// One size may be -1: it is found from the others.
Tensor reshape(const Tensor &x, Shape shape);
Tensor ravel(const Tensor &x);
/// Without axes: in reverse order.
Tensor transpose(const Tensor &x, const std::optional<std::vector<int64_t>> &axes = {});
Tensor swapaxes(const Tensor &x, int64_t axis1, int64_t axis2);
Tensor moveaxis(const Tensor &x, const std::vector<int64_t> &source,
                const std::vector<int64_t> &destination);
Tensor expand_dims(const Tensor &x, const std::vector<int64_t> &axes);
/// Without axes: all of size 1.
Tensor squeeze(const Tensor &x, const std::optional<std::vector<int64_t>> &axes = {});
Tensor broadcast_to(const Tensor &x, const Shape &shape);
/// Element types are promoted.
Tensor concatenate(const std::vector<Tensor> &xs, int64_t axis = 0);
Tensor stack(const std::vector<Tensor> &xs, int64_t axis = 0);
/// In equal parts.
std::vector<Tensor> split(const Tensor &x, int64_t sections, int64_t axis = 0);
/// Before each of these positions.
std::vector<Tensor> split(const Tensor &x, const std::vector<int64_t> &positions, int64_t axis = 0);
Tensor flip(const Tensor &x, const std::optional<std::vector<int64_t>> &axes = {});
Tensor roll(const Tensor &x, const Tensor &shift, std::optional<int64_t> axis = {});
/// Along several axes; one shift is for all.
Tensor roll(const Tensor &x, const std::vector<Tensor> &shifts, const std::vector<int64_t> &axes);
/// For each axis, how many before and behind.
using Widths = std::vector<std::pair<int64_t, int64_t>>;
Tensor pad(const Tensor &x, const Widths &widths, const Tensor &value = 0);
struct PadOptions {
  std::vector<std::pair<Tensor, Tensor>> values = {}; // at the ends of each axis; 0 without them
  Widths stat_length = {};                            // how many count of each side; else all
};
/// NumPy's modes: constant, edge, reflect, symmetric, wrap, linear_ramp, mean, median, maximum,
/// minimum.
Tensor pad(const Tensor &x, const Widths &widths, const std::string &mode,
           const PadOptions &options = {});
Tensor tile(const Tensor &x, const Shape &repeats);
Tensor repeat(const Tensor &x, int64_t repeats, std::optional<int64_t> axis = {});
/// starts, limits and strides are within the tensor and positive.
Tensor slice(const Tensor &x, const Shape &starts, Shape limits, const Shape &strides);

/// `x` where the condition is true, else `y`.
Tensor where(const Tensor &condition, const Tensor &x, const Tensor &y);
Tensor clip(const Tensor &x, const std::optional<Tensor> &low, const std::optional<Tensor> &high);
Tensor logical_and(const Tensor &x, const Tensor &y);
Tensor logical_or(const Tensor &x, const Tensor &y);
Tensor logical_xor(const Tensor &x, const Tensor &y);
Tensor logical_not(const Tensor &x);
/// Without the elements above (tril) or below (triu) diagonal `k` of the last two axes.
Tensor tril(const Tensor &x, int64_t k = 0);
Tensor triu(const Tensor &x, int64_t k = 0);

} // namespace ct
