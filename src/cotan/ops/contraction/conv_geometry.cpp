#include "cotan/ops/contraction/conv_geometry.h"

namespace cotan {

std::vector<int64_t> metElements(const ConvAxis &axis, int64_t size, int64_t kernelSize,
                                 int64_t places) {
  std::vector<int64_t> elements;
  for (int64_t place = 0; place < places; ++place)
    for (int64_t k = 0; k < kernelSize; ++k) {
      __int128 position = __int128(place) * axis.stride + __int128(k) * axis.rhsDilation - axis.low;
      bool isElement =
          position >= 0 && position % axis.lhsDilation == 0 && position / axis.lhsDilation < size;
      elements.push_back(isElement ? int64_t(position / axis.lhsDilation) : -1);
    }
  return elements;
}

} // namespace cotan
