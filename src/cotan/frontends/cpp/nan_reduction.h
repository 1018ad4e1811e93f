// Reductions that leave out NaN. Of integers and truth values they are the ones of reduction.h.
#pragma once

#include "cotan/frontends/cpp/reduction.h"

namespace ct {

Tensor nansum(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor nanprod(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
/// NaN where there is nothing else, and no `initial`.
Tensor nanmax(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor nanmin(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor nanmean(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
/// NaN where there are no more than `ddof` others that count.
Tensor nanvar(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor nanstd(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
/// -1 where all are NaN.
Tensor nanargmax(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor nanargmin(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor nancumsum(const Tensor &x, std::optional<int64_t> axis = {});
Tensor nancumprod(const Tensor &x, std::optional<int64_t> axis = {});

} // namespace ct
