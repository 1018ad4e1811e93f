// Functions that count: how often numbers occur, or lie in bins.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

/// How often each of 0, 1, ... occurs in a vector of integers, or the sum of the weights there.
/// `length` says how many results there are, as it must in traced functions; without it there are
/// as many as are needed, and at least `minlength`. Negative numbers count as 0.
Tensor bincount(const Tensor &x, const std::optional<Tensor> &weights = {}, int64_t minlength = 0,
                std::optional<int64_t> length = {});
/// The ends of bins of equal width over a range, or from the smallest element to the largest one.
Tensor histogram_bin_edges(const Tensor &x, int64_t bins = 10,
                           const std::optional<std::pair<Tensor, Tensor>> &range = {});
/// How many elements are in each bin, or the sum of their weights; with `density`, divided so that
/// the integral is 1. The last bin has both its ends.
Tensor histogram(const Tensor &x, const Tensor &edges, const std::optional<Tensor> &weights = {},
                 bool density = false);

} // namespace ct
