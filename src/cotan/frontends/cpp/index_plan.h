// How an index is taken apart. Not installed.
#pragma once

#include "cotan/frontends/cpp/indexing.h"

namespace ct {

/// What an index in a tensor that is out of range reads.
enum class OutOfRange { nearest, zero };

/// `x[indices]`.
Tensor select(const Tensor &x, const Indices &indices, OutOfRange outOfRange);

} // namespace ct
