// Weights of the elements that a reduction goes over. Not installed.
#pragma once

#include "cotan/functions/options.h"

namespace ct {

/// Weights in a shape that goes together with that of `x`, which is their own, or they have the
/// axes of `x` that are named, in this order. Throws ValueError.
Tensor placedWeights(const Tensor &weights, const Tensor &x, const Axes &axes);

} // namespace ct
