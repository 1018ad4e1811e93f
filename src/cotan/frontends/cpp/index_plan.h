// How an index is taken apart. Not installed.
#pragma once

#include "cotan/frontends/cpp/indexing.h"
#include "cotan/support/strided.h"

namespace ct {

/// What an index in a tensor that is out of range reads.
enum class OutOfRange { nearest, zero };

/// Where the elements `x[indices]` are, if that is known without a tensor's elements: of slices and
/// integers.
std::optional<cotan::Strided> knownPlaces(const Tensor &x, const Indices &indices);

/// `x[indices]`.
Tensor select(const Tensor &x, const Indices &indices, OutOfRange outOfRange);

} // namespace ct
