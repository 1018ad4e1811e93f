// Indices that count evenly: what they name is a slice.
#pragma once

#include "cotan/support/progression.h"

#include "mlir/IR/Value.h"

namespace cotan {

/// The numbers of a vector of indices, where they count evenly, and all name places of an axis of
/// this size: constants, or what a few elementwise ops make of them.
std::optional<Progression> countingIndices(mlir::Value indices, int64_t axisSize);

} // namespace cotan
