#pragma once

#include "cotan/tensor/inside.h"

namespace ct {

/// Throws ValueError if there are fewer axes; `advice` is added to it.
inline void needAxes(const Tensor &x, int64_t count, const char *advice = "") {
  if (x.ndim() < count)
    refuse("at least " + std::to_string(count) + " axes are needed, but found shape " +
           printTuple(openSizesOf(x)) + advice);
}

} // namespace ct
