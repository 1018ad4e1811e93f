// Masks and ellipses in an index. Not installed.
#pragma once

#include "cotan/functions/indexing/indexing.h"

namespace ct {

/// As NumPy has it, a mask without axes is one of a new axis of size 1, which `x` gets here.
void giveAxesToMasks(Tensor &x, Indices &indices);

/// Masks become positions, and an ellipsis (or none) the slices it stands for: an index, a slice or
/// a tensor for each axis of `x`, and new axes between.
Indices inFull(const Tensor &x, const Indices &indices);

} // namespace ct
