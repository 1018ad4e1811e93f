// Windows that move along spatial axes: what convolution and pooling share. Not installed.
#pragma once

#include "cotan/functions/functions.h"

namespace ct {

/// One number per axis: none stand for 1, one for itself along each. Throws ValueError.
std::vector<int64_t> perAxis(const char *what, const std::vector<int64_t> &given, size_t axes);

/// How many elements are added before and behind each axis of these sizes.
Widths paddingWidths(const Padding &padding, const std::vector<int64_t> &sizes,
                     const std::vector<int64_t> &windows, const std::vector<int64_t> &strides);

/// Windows over spatial axes: as many as `shape` has numbers. Throws ValueError if none fits.
struct Windows {
  /// Over the axes of x before the last one, which holds channels.
  Windows(const Tensor &x, const std::vector<int64_t> &shape, const std::vector<int64_t> &strides,
          const Padding &padding, const std::vector<int64_t> &dilation = {});
  /// Over axes of these sizes.
  Windows(const std::vector<int64_t> &sizes, const std::vector<int64_t> &shape,
          const std::vector<int64_t> &strides, const Padding &padding,
          const std::vector<int64_t> &dilation);

  int64_t first = 0; // spatial axis
  std::vector<int64_t> shape, strides, dilations;
  std::vector<int64_t> low, high; // how much is added before and behind

private:
  void place(const std::vector<int64_t> &sizes, const Padding &padding, const std::string &problem);
};

/// Sizes of the spatial axes of a result, those of x before its last axis: one for each, or one for
/// all axes between the first and the last.
std::vector<int64_t> spatialSizes(const Tensor &x, const std::vector<int64_t> &given);
/// How many axes lie between the first and the last; one if x has only two.
size_t spatialAxes(const Tensor &x);

} // namespace ct
