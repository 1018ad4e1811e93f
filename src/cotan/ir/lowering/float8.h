// Conversions of 8-bit floats, of which processors know nothing: arithmetic on their bits.
#pragma once

#include "cotan/ir/lowering/lanes.h"

namespace cotan {

/// The number as f32, exactly.
Lanes decodedFloat8(const Lanes &x);
/// A float of another type as one of 8 bits, rounded to nearest even.
Lanes encodedFloat8(const Lanes &x, DType to);

/// f64 to f32, with the lowest bit set if anything was cut off: what is left can be rounded further
/// as if it were exact.
llvm::Value *roundedToOdd(llvm::IRBuilder<> &ir, llvm::Value *value);

} // namespace cotan
