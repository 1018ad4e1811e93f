// The ends of what integers of a type can be. Not installed.
#pragma once

#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"

namespace ct {

inline Tensor leastInteger(DType dtype) {
  if (dtype >= DType::uint8)
    return astype(0, dtype);
  return astype(-int64_t(~uint64_t(0) >> (65 - 8 * itemSize(dtype))) - 1, dtype);
}
inline Tensor largestInteger(DType dtype) { return bitwise_not(leastInteger(dtype)); }

} // namespace ct
