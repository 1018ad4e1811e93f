// Windows that move along spatial axes: what convolution and pooling share. Not installed.
#pragma once

#include "cotan/functions/functions.h"

namespace ct {

/// One number per axis: none stand for 1, one for itself along each. Throws ValueError.
std::vector<int64_t> perAxis(const char *what, const std::vector<int64_t> &given, size_t axes);

/// How many elements are added before and behind each axis of these sizes.
Widths paddingWidths(const Padding &padding, const std::vector<int64_t> &sizes,
                     const std::vector<int64_t> &windows, const std::vector<int64_t> &strides);

} // namespace ct
