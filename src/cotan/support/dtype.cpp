#include "cotan/support/dtype.h"

namespace cotan {

size_t sizeOf(DType dtype) {
  return visitStored(dtype, [](auto element) { return sizeof(element); });
}

} // namespace cotan
