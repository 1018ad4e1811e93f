// How generated code and the runtime hand tensors to each other.
#pragma once

#include "cotan/support/dtype.h"

#include <cstdint>

namespace cotan {

/// A tensor somebody else owns: dense, row-major.
struct TensorView {
  void *data;
  const int64_t *sizes; // `rank` of them
  int32_t rank;
  int32_t dtype; // a DType
};

inline DType dtypeOf(const TensorView &tensor) { return static_cast<DType>(tensor.dtype); }

/// The elements; T must be the type that stores them.
template <typename T> T *elementsOf(const TensorView &tensor) {
  return static_cast<T *>(tensor.data);
}

/// The product of the sizes of the axes from `first` up to `last`.
inline int64_t productOf(const TensorView &tensor, int64_t first, int64_t last) {
  int64_t product = 1;
  for (int64_t axis = first; axis < last; ++axis)
    product *= tensor.sizes[axis];
  return product;
}

inline int64_t countOf(const TensorView &tensor) { return productOf(tensor, 0, tensor.rank); }

/// A tensor seen along one axis: `outer` times `length` times `inner` elements.
struct AxisView {
  AxisView(const TensorView &tensor, int64_t axis)
      : outer(productOf(tensor, 0, axis)), length(tensor.sizes[axis]),
        inner(productOf(tensor, axis + 1, tensor.rank)) {}

  int64_t outer, length, inner;
};

} // namespace cotan
