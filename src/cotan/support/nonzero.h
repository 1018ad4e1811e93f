// What is not 0: where it is, and what another array has there.
#pragma once

#include "cotan/support/array.h"

#include <vector>

namespace cotan {

/// The places of the elements that are not 0, in order: for each axis a vector of indices.
std::vector<Array> placesOfNonzero(const Array &x);

/// The slices of x where the mask, an i1 array over the first axes of x, holds: in one row.
Array slicesWhere(const Array &x, const Array &mask);

} // namespace cotan
