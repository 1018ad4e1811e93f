// Images: windows as rows, and other sizes.
#include "cotan/functions/functions.h"

#include "cotan/functions/nn/windows.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace cotan::trace;

namespace ct {
namespace {

using Ints = std::vector<int64_t>;

/// The operator's name of a mode, which users call by the number of axes.
std::string modeFor(const std::string &mode, size_t axes) {
  struct Named {
    const char *name, *meaning;
    size_t axes;
  };
  for (const Named &each :
       {Named{"bilinear", "linear", 2}, {"trilinear", "linear", 3}, {"bicubic", "cubic", 2}}) {
    if (mode != each.name)
      continue;
    if (axes != each.axes)
      refuse("mode \"" + mode + "\" is for " + std::to_string(each.axes) +
             " spatial axes, but there are " + std::to_string(axes) + "; use \"" + each.meaning +
             "\"");
    return each.meaning;
  }
  oneOf(
      "mode", mode,
      {"nearest", "nearest-exact", "linear", "bilinear", "trilinear", "cubic", "bicubic", "area"});
  return mode;
}

} // namespace

Tensor nn::unfold(const Tensor &x, const Integers &window_shape, const Integers &strides,
                  const Padding &padding, const Integers &dilation) {
  const Called called("ct.nn.unfold");
  const Windows windows(x, window_shape, strides, padding, dilation);
  return op::unfold(x, windows.shape, windows.strides, windows.dilations, windows.low,
                    windows.high);
}

Tensor nn::fold(const Tensor &x, const Integers &output_size, const Integers &window_shape,
                const Integers &strides, const Padding &padding, const Integers &dilation) {
  const Called called("ct.nn.fold");
  const Ints sizes = perAxis("output_size", output_size, output_size.size());
  const Windows windows(sizes, window_shape, strides, padding, dilation);
  return op::fold(promoted(Accepts::numbers, {x})[0], sizes, windows.shape, windows.strides,
                  windows.dilations, windows.low, windows.high);
}

Tensor nn::interpolate(const Tensor &x, const Axes &size, std::optional<double> scale_factor,
                       const std::string &mode, bool align_corners, bool antialias) {
  const Called called("ct.nn.interpolate");
  if (bool(size) == bool(scale_factor))
    refuse(std::string(size ? "both" : "neither") +
           " size and scale_factor are given; give one of them");
  const Ints sizes =
      size ? spatialSizes(x, *size) : Ints(spatialAxes(x), mlir::ShapedType::kDynamic);
  const std::string kind = modeFor(mode, sizes.size());
  const bool isNearest = kind == "nearest" || kind == "nearest-exact";
  Tensor given = isNearest ? promoted(Accepts::numbers, {x})[0] : asFloats(x);
  Tensor y = op::interpolate(given, kind, sizes, scale_factor, align_corners, antialias);
  return isNearest && x.dtype() == DType::bool_ ? astype(y, DType::bool_) : y;
}

} // namespace ct
