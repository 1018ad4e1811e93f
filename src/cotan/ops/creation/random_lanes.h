// The random numbers of threefry.h in generated code.
#pragma once

#include "cotan/ir/lowering/element.h"

namespace cotan {

struct LaneWords {
  Lanes first, second; // ui32
};

/// The words of a 64-bit number, upper one first.
LaneWords wordsOf(const Lanes &value);
/// The key that is operand 0, or one of the keys: those that are counted by the result's first
/// axes.
LaneWords keyOf(Element &x, int64_t axes);
LaneWords threefry(const LaneWords &key, const LaneWords &counter);

/// The unsigned type with as many bits.
DType bitsOf(DType dtype);
/// The bits of prim.random_bits, for element `index`.
Lanes randomBitsOf(const LaneWords &key, const Lanes &index, DType dtype);
/// A number from `power`, a power of 2, to twice that: from the upper `mantissa` of some random
/// bits.
Lanes withMantissa(DType dtype, int mantissa, const Lanes &bits, double power);

} // namespace cotan
