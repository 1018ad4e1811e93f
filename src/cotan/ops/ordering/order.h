// The order of elements that sort, argsort and topk share.
#pragma once

#include "cotan/support/array.h"

namespace cotan {

/// Along `axis`, the indices of the elements in increasing or decreasing order. NaN counts as the
/// largest number; equal elements (-0 and 0 too) keep their order; complex numbers are ordered as
/// `prim.sort` says. The result has the shape of x.
Array orderAlong(const Array &x, int64_t axis, bool descending);

} // namespace cotan
