// The elements of a tensor that somebody else keeps, for those who read them whoever that is.
#pragma once

#include "cotan/support/dtype.h"

#include <span>

namespace cotan {

/// Dense, row-major.
struct Elements {
  DType dtype;
  std::span<const int64_t> shape;
  const void *data;

  /// T must be the type that stores `dtype`.
  template <typename T> const T &at(int64_t index) const {
    return static_cast<const T *>(data)[index];
  }
  int64_t rank() const { return int64_t(shape.size()); }
  int64_t size() const {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    return count;
  }
};

} // namespace cotan
