// What is convolved, and how x is seen from places of the kernel.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace cotan {

struct SpatialAxis {
  int64_t stride, low, lhsDilation, rhsDilation;
  int64_t size, kernel, places;

  /// The element of x that element `k` of the kernel meets at a place; -1 if it is a zero.
  int64_t elementAt(int64_t place, int64_t k) const {
    const int64_t position = place * stride + k * rhsDilation - low;
    if (position < 0 || position > (size - 1) * lhsDilation)
      return -1;
    if (lhsDilation == 1)
      return position;
    return position % lhsDilation == 0 ? position / lhsDilation : -1;
  }
};

/// All sizes.
struct Convolution {
  int64_t batch = 0, outputs = 0, inputs = 0, channels = 0, featureGroups = 1, batchGroups = 1;
  int64_t xSize = 1, kernelSize = 1, places = 1; // of all spatial axes
  std::vector<SpatialAxis> axes;

  int64_t groups() const { return std::max(featureGroups, batchGroups); }
  bool isSpread() const {
    return std::ranges::any_of(axes, [](const SpatialAxis &axis) { return axis.lhsDilation > 1; });
  }
  int64_t summands() const { return inputs * kernelSize; }
  /// Where in x the channels begin that group `group` of the outputs sees.
  int64_t startOf(int64_t n, int64_t group) const {
    const int64_t row = batchGroups > 1 ? group * batch + n : n;
    const int64_t channel = featureGroups > 1 ? group * inputs : 0;
    return (row * channels + channel) * xSize;
  }
  /// Where in a channel element `k` of the kernel is met at a place, both counted along the first
  /// `count` axes; -1 if it meets a zero.
  int64_t offsetAt(int64_t place, int64_t k, size_t count) const {
    int64_t offset = 0, step = 1;
    for (size_t i = count; i-- > 0;) {
      const SpatialAxis &axis = axes[i];
      const int64_t element = axis.elementAt(place % axis.places, k % axis.kernel);
      if (element < 0)
        return -1;
      offset += element * step;
      step *= axis.size;
      place /= axis.places;
      k /= axis.kernel;
    }
    return offset;
  }
};

/// As the operands, the result and the numbers of cotan_conv say it.
Convolution convolutionOf(const TensorView *operands, const TensorView &y, const int64_t *numbers);

/// How many elements neighbours along each axis are apart: batch or outputs, channels, then
/// spatial.
struct ConvSteps {
  std::vector<int64_t> x, kernel, y;
};

template <typename C> bool allFinite(const C *x, int64_t count) {
  bool finite = true;
  for (int64_t i = 0; i < count; ++i) // all of them: a loop without exit is made of SIMD
    finite &= std::abs(x[i]) <= std::numeric_limits<C>::max();
  return finite;
}

} // namespace cotan
