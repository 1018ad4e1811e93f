// Masks and ellipses in an index. Not installed.
#pragma once

#include "cotan/functions/indexing/indexing.h"

namespace ct {

/// As NumPy has it, a mask without axes is one of a new axis of size 1, which `x` gets here.
void giveAxesToMasks(Tensor &x, Indices &indices);

/// How many axes the index stands at.
int64_t axesAt(const Index &index);
int64_t axesAt(const Indices &indices);
bool isMask(const Index &index);

/// Masks become positions, and behind an ellipsis (or the end) stand the slices it means: an
/// integer, a slice or a tensor for each axis of `x`, with new axes and the ellipsis between them.
Indices inFull(const Tensor &x, const Indices &indices);

} // namespace ct
