// Differences, slopes and integrals of sampled functions.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <numbers>
#include <optional>

namespace ct {

/// The differences of neighbours along an axis, `n` times. `prepend` and `append` are added at the
/// ends before; numbers count as one more element. Truth values differ by whether they do.
Tensor diff(const Tensor &x, int64_t n = 1, int64_t axis = -1,
            const std::optional<Tensor> &prepend = {}, const std::optional<Tensor> &append = {});
/// The differences of neighbours of all elements in one row, between `to_begin` and `to_end`.
Tensor ediff1d(const Tensor &x, const std::optional<Tensor> &to_end = {},
               const std::optional<Tensor> &to_begin = {});
/// Slopes along axes (all of them if none are given) from both neighbours, at the ends from one.
/// For each axis a distance, or a vector of coordinates; one is for all axes, none is 1.
std::vector<Tensor> gradient(const Tensor &f, const std::vector<Tensor> &spacings = {},
                             const std::optional<std::vector<int64_t>> &axes = {});
/// The integral by trapezoids, at coordinates `x` or at distances `dx`.
Tensor trapezoid(const Tensor &y, const std::optional<Tensor> &x = {}, const Tensor &dx = 1.0,
                 int64_t axis = -1);
/// Running sum and product; without an axis `x` is a vector. With `include_initial`, they begin
/// with that of no elements.
Tensor cumulative_sum(const Tensor &x, std::optional<int64_t> axis = {},
                      bool include_initial = false);
Tensor cumulative_prod(const Tensor &x, std::optional<int64_t> axis = {},
                       bool include_initial = false);
/// Jumps of more than `discont` (half of the period, if left out) along an axis are undone by
/// adding periods.
Tensor unwrap(const Tensor &p, const std::optional<Tensor> &discont = {}, int64_t axis = -1,
              const Tensor &period = 2 * std::numbers::pi);

} // namespace ct
