// The product all others are made of. Not installed.
#pragma once

#include "cotan/tensor/tensor.h"

namespace ct {

struct Pairs {
  std::vector<int64_t> left, right;
};

/// Axes of the result: batching, the others of `x`, the others of `y` (prim.dot_general).
Tensor dotGeneral(const Tensor &x, const Tensor &y, const Pairs &batching,
                  const Pairs &contracting);

} // namespace ct
