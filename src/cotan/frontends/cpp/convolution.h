// Convolution and pooling.
#pragma once

#include "cotan/frontends/cpp/layout.h"

#include <array>
#include <optional>
#include <utility>
#include <variant>

namespace ct {

/// For each spatial axis, how many elements are added before and behind.
/// "SAME" (as many places as strides cover), "SAME_LOWER" (of an odd number of zeros more lie
/// before), "VALID" (none is added), or for each spatial axis how many lie before and behind.
using Padding = std::variant<std::string, Widths>;

/// One letter for each axis of x, the kernel and the result: N is the batch, C are channels, O and
/// I output and input channels; the others are spatial.
using DimensionNumbers = std::array<std::string, 3>;

/// What is left out is 1 along each axis.
struct ConvOptions {
  std::vector<int64_t> lhs_dilation = {}, rhs_dilation = {};
  std::optional<DimensionNumbers> dimension_numbers = {}; // NCHW, OIHW, NCHW
  int64_t feature_group_count = 1, batch_group_count = 1;
};

/// As jax.lax.conv_general_dilated: the kernel is not flipped.
Tensor conv_general_dilated(const Tensor &x, const Tensor &kernel,
                            const std::vector<int64_t> &window_strides, const Padding &padding,
                            const ConvOptions &options = {});

namespace nn {
/// x is (batch, spatial..., channels), the kernel (spatial..., input, output channels). No strides:
/// 1; one: for all axes.
Tensor conv(const Tensor &x, const Tensor &kernel, const std::vector<int64_t> &strides = {},
            const Padding &padding = "SAME");

/// The largest element in each window; x is (..., spatial axes, channels). Padding never wins.
Tensor max_pool(const Tensor &x, const std::vector<int64_t> &window_shape,
                const std::vector<int64_t> &strides = {}, const Padding &padding = "VALID");
/// The mean of each window, in which padding counts as zeros, or does not count.
Tensor avg_pool(const Tensor &x, const std::vector<int64_t> &window_shape,
                const std::vector<int64_t> &strides = {}, const Padding &padding = "VALID",
                bool count_include_pad = true);
} // namespace nn

} // namespace ct
