// Indices that differ between the lanes of a batch: tuples that begin with the number of the lane.
#pragma once

#include "cotan/ir/rules/batch.h"

namespace cotan {

/// `tuples` (lane, ..., tuple), with the number of the lane in front of each tuple.
Expr withLaneNumbers(const Expr &tuples);
/// The same of `indices` (lane, ...) into one axis.
Expr tuplesOf(const Expr &indices);

} // namespace cotan
