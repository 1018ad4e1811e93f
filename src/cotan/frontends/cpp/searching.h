// Functions that look for values, places and ranks.
#pragma once

#include "cotan/frontends/cpp/reduction.h"

namespace ct {

enum class Side { left, right };

/// Where each of `values` belongs in the sorted vector `sorted`: before what is equal to it, or
/// behind. NaN is behind all numbers.
Tensor searchsorted(const Tensor &sorted, const Tensor &values, Side side = Side::left);
/// The number of the bin each element is in; `bins` are its ends in increasing or decreasing
/// order. A bin has its first end, or with `right` its second.
Tensor digitize(const Tensor &x, const Tensor &bins, bool right = false);
/// Whether each element is among the others; with `invert`, whether not.
Tensor isin(const Tensor &element, const Tensor &test_elements, bool invert = false);
/// The line through the points (xp, fp), where `xp` increases. Outside it is `left` and `right`, or
/// the value of the nearest point; with a period, it goes around.
Tensor interp(const Tensor &x, const Tensor &xp, const Tensor &fp,
              const std::optional<Tensor> &left = {}, const std::optional<Tensor> &right = {},
              const std::optional<Tensor> &period = {});
/// The places of the elements in an order in which the last of `keys` counts most.
Tensor lexsort(const std::vector<Tensor> &keys, int64_t axis = -1);
/// In an order in which what is before and behind position `kth` is not larger and not smaller than
/// what is there: all in order.
Tensor partition(const Tensor &x, int64_t kth, int64_t axis = -1);
Tensor argpartition(const Tensor &x, int64_t kth, int64_t axis = -1);

/// The places of elements that are not 0: a tensor per axis, in one row, a row of indices for each.
/// In traced functions `size` says how many results there are: too many are left out, for too few
/// there is `fill_value`.
std::vector<Tensor> nonzero(const Tensor &x, std::optional<int64_t> size,
                            const Tensor &fill_value = 0);
Tensor flatnonzero(const Tensor &x, std::optional<int64_t> size = {}, const Tensor &fill_value = 0);
Tensor argwhere(const Tensor &x, std::optional<int64_t> size = {}, const Tensor &fill_value = 0);
/// The slices of `x` where the condition, a vector, holds.
Tensor compress(const Tensor &condition, const Tensor &x, std::optional<int64_t> axis = {},
                std::optional<int64_t> size = {}, const Tensor &fill_value = 0);
/// The elements of `x` where the condition holds, both in one row.
Tensor extract(const Tensor &condition, const Tensor &x, std::optional<int64_t> size = {},
               const Tensor &fill_value = 0);

/// The distinct elements in order, of all in one row or, along an axis, the distinct slices.
struct UniqueOptions {
  std::optional<int64_t> axis = {};
  std::optional<int64_t> size = {};      // how many results there are, as traced functions need it
  std::optional<Tensor> fill_value = {}; // for those too few; else the smallest
  bool equal_nan = true;
};
struct Unique {
  Tensor values, index, inverse, counts; // where each is first, which each element is, how often
};
Unique unique(const Tensor &x, const UniqueOptions &options = {});

} // namespace ct
