#include "cotan/runtime/kernels/three_by_three.h"

#include "cotan/support/conv_in_blocks.h"

namespace cotan {

std::optional<ThreeByThree> threeByThreeOf(const Convolution &conv, const ConvSteps &steps) {
  auto isPlain = [](const SpatialAxis &axis) { return axis.stride == 1 && axis.rhsDilation == 1; };
  if (conv.axes.size() != 2 || conv.groups() != 1 || conv.isSpread() ||
      !std::ranges::all_of(conv.axes, isPlain))
    return std::nullopt;
  const SpatialAxis &down = conv.axes[0], &across = conv.axes[1];
  auto images = [&](int64_t entries, int64_t channels, int64_t SpatialAxis::*size,
                    int64_t entryStep, int64_t channelStep, const std::vector<int64_t> &spatial) {
    return ImageLayout{entries,   channels,    down.*size, across.*size,
                       entryStep, channelStep, spatial[2], spatial[3]};
  };
  const auto &[x, kernel, y] = steps;
  ThreeByThree form;
  form.isOfKernel = isOfWeights(1, false, across.kernel, across.places);
  if (form.isOfKernel) { // whose batch are the channels of x
    form.x = images(conv.inputs, conv.batch, &SpatialAxis::size, x[1], x[0], x);
    form.y = images(conv.inputs, conv.outputs, &SpatialAxis::kernel, kernel[1], kernel[0], kernel);
    form.kernel = {y[0], y[1], y[3]};
  } else {
    form.x = images(conv.batch, conv.inputs, &SpatialAxis::size, x[0], x[1], x);
    form.y = images(conv.batch, conv.outputs, &SpatialAxis::places, y[0], y[1], y);
    form.kernel = {kernel[1], kernel[0], kernel[3]};
  }
  form.low[0] = down.low;
  form.low[1] = across.low;
  const auto three = form.isOfKernel ? &SpatialAxis::places : &SpatialAxis::kernel;
  const int64_t rowStep = (form.isOfKernel ? y : kernel)[2];
  const bool isThree = down.*three == 3 && across.*three == 3;
  return isThree && rowStep == 3 * form.kernel.placeStep ? std::optional(form) : std::nullopt;
}

} // namespace cotan
