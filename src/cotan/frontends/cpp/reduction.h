// Functions that reduce along axes. Without axes they reduce along all; negative ones count from
// the end.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

using Axes = std::optional<std::vector<int64_t>>;

/// Truth values and narrow integers are added as int64.
Tensor sum(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor prod(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor max(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor min(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor any(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor all(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor mean(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
/// The sum of squares is divided by the number of elements less `ddof`.
Tensor var(const Tensor &x, const Axes &axes = {}, int64_t ddof = 0, bool keepdims = false);
Tensor std(const Tensor &x, const Axes &axes = {}, int64_t ddof = 0, bool keepdims = false);
Tensor logsumexp(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor count_nonzero(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
/// Without an axis: of the elements in one row.
Tensor argmax(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor argmin(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor cumsum(const Tensor &x, std::optional<int64_t> axis = {});
Tensor cumprod(const Tensor &x, std::optional<int64_t> axis = {});
Tensor cummax(const Tensor &x, int64_t axis = 0);
Tensor cummin(const Tensor &x, int64_t axis = 0);

Tensor sort(const Tensor &x, std::optional<int64_t> axis = -1, bool descending = false);
Tensor argsort(const Tensor &x, std::optional<int64_t> axis = -1, bool descending = false);
/// The `k` largest elements of the last axis, and where they are.
std::pair<Tensor, Tensor> top_k(const Tensor &x, int64_t k);

} // namespace ct
