// What a reduction's lowering is written with: accumulators.
#pragma once

#include "cotan/ir/lowering/lanes.h"

namespace cotan {

/// What a reduction keeps while it goes through the elements: one number for a sum, the best
/// element and its place for argmax.
using Accumulator = llvm::SmallVector<Lanes, 2>;

/// Where sums are kept: f16 and bf16 in f32.
inline DType accumulationType(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 ? DType::f32 : dtype;
}

} // namespace cotan
