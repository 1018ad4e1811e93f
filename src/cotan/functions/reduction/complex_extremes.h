// Running extremes of complex numbers along an axis. Not installed.
#pragma once

#include "cotan/tensor/op_calls.h"

namespace ct {

/// In the order of `sort`; from the first NaN on, that one. Cotangents go to the element that is
/// chosen: of equal ones the last for the largest, the first for the smallest.
Tensor complexCummax(const Tensor &x, int64_t axis);
Tensor complexCummin(const Tensor &x, int64_t axis);

} // namespace ct
