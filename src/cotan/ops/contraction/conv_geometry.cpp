#include "cotan/ops/contraction/conv_geometry.h"

#include <algorithm>
#include <vector>

namespace cotan {
namespace {

// 128 bits: attributes may hold any number. The bound leaves room for sums of a few of them.
constexpr __int128 largest = __int128(1) << 48;

__int128 dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (__int128(size) - 1) * dilation + 1;
}

} // namespace

int64_t convolvedSize(const ConvAxis &axis, int64_t size, int64_t kernelSize) {
  __int128 spread = dilated(size, axis.lhsDilation);
  __int128 kernel = dilated(kernelSize, axis.rhsDilation);
  __int128 padded = spread + axis.low + axis.high;
  auto isTooLarge = [](__int128 number) { return number > largest || number < -largest; };
  if (isTooLarge(spread) || isTooLarge(kernel) || isTooLarge(axis.low) || isTooLarge(axis.high))
    return -1;
  return padded < kernel || padded < 0 ? 0 : int64_t((padded - kernel) / axis.stride + 1);
}

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
