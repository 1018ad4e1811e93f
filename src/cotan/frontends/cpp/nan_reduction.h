// Reductions that leave out NaN. Of integers and truth values they are the ones of reduction.h.
#pragma once

#include "cotan/frontends/cpp/reduction.h"

namespace ct {

Tensor nansum(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor nanprod(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
/// NaN where there is nothing else.
Tensor nanmax(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor nanmin(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor nanmean(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
/// NaN where there are no more than `ddof` others.
Tensor nanvar(const Tensor &x, const Axes &axes = {}, int64_t ddof = 0, bool keepdims = false);
Tensor nanstd(const Tensor &x, const Axes &axes = {}, int64_t ddof = 0, bool keepdims = false);
/// -1 where all are NaN.
Tensor nanargmax(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor nanargmin(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor nancumsum(const Tensor &x, std::optional<int64_t> axis = {});
Tensor nancumprod(const Tensor &x, std::optional<int64_t> axis = {});

} // namespace ct
