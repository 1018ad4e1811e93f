// The element type of what is joined.
#pragma once

#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"

namespace ct {

/// Each as `dtype` by itself: what they have in common may not have all their digits. Without it
/// numbers know the type that they have together with the others.
inline std::vector<Tensor> asOneType(std::vector<Tensor> xs, std::optional<DType> dtype) {
  if (!dtype)
    return settled(xs);
  for (Tensor &x : xs)
    x = astype(x, *dtype);
  return xs;
}

} // namespace ct
