// Arrays as the runtime sees them; its tests and the driver hand them over so.
#pragma once

#include "cotan/runtime/tensor_view.h"
#include "cotan/support/array.h"

namespace cotan {

/// Valid as long as the array is.
inline TensorView viewOf(const Array &array) {
  return {const_cast<std::byte *>(array.data()), array.shape().data(), int32_t(array.rank()),
          int32_t(array.dtype())};
}

} // namespace cotan
