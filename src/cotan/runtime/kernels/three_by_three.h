// Convolutions of images by kernels of 3 by 3 places, one place at a time, and their derivatives by
// these.
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"

#include <optional>

namespace cotan {

/// How images lie: how many numbers neighbours are apart.
struct ImageLayout {
  int64_t entries, channels, rows, columns;
  int64_t entryStep, channelStep, rowStep, columnStep;

  bool isChannelsLast() const { return channelStep == 1; }
  /// Each channel of an entry without gaps.
  bool hasPlanes() const { return columnStep == 1 && rowStep == columns; }
  int64_t plane() const { return rows * columns; }
};

/// Its places lie evenly one behind the other.
struct KernelLayout {
  int64_t channelStep, outputStep, placeStep;
};

/// y = x * kernel, or kernel = x * y: what is computed of the other two.
struct ThreeByThree {
  bool isOfKernel;
  ImageLayout x, y;
  KernelLayout kernel;
  int64_t low[2]; // rows above x and columns before it that a kernel reaches
  int64_t start;  // how many numbers are before x

  int64_t places() const { return y.entries * y.plane(); }
};

/// None if the convolution is of another kind.
std::optional<ThreeByThree> threeByThreeOf(const Convolution &conv, const ConvSteps &steps);

} // namespace cotan
