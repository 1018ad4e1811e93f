// Arrays as the runtime sees them; its tests and the driver hand them over so.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"
#include "cotan/support/array.h"

namespace cotan {

/// Valid as long as the array is.
inline TensorView viewOf(const Array &array) {
  return {.data = const_cast<std::byte *>(array.data()),
          .sizes = array.shape().data(),
          .rank = int32_t(array.rank()),
          .dtype = int32_t(array.dtype())};
}

} // namespace cotan
