// Functions that turn, mirror and wrap around; more basic ones are in layout.h.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

namespace ct {

/// With the last two axes exchanged.
Tensor matrix_transpose(const Tensor &x);
/// Turned by `k` right angles from the first of two axes towards the second.
Tensor rot90(const Tensor &x, int64_t k = 1, const std::vector<int64_t> &axes = {0, 1});
/// The second (first) axis in reverse order.
Tensor fliplr(const Tensor &x);
Tensor flipud(const Tensor &x);
/// With an axis moved to before position `start`.
Tensor rollaxis(const Tensor &x, int64_t axis, int64_t start = 0);
/// The elements in row-major order, again and again, in another shape of any size.
Tensor resize(const Tensor &x, const Shape &shape);

} // namespace ct
