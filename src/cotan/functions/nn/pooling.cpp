// Pooling: what is seen through windows.
#include "cotan/functions/functions.h"
#include "cotan/functions/nn/windows.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <limits>

using namespace cotan::trace;

namespace ct {
namespace {

using Ints = std::vector<int64_t>;
using Combine = Tensor (*)(const Tensor &, const Tensor &);

/// Windows of one call: the spatial axes are those before the last.
struct Windows {
  Windows(const Tensor &x, const Ints &shape, const Ints &strides, const Padding &padding);

  int64_t first; // spatial axis
  Ints shape, strides;
  Widths widths;
};

Windows::Windows(const Tensor &x, const Ints &given, const Ints &moves, const Padding &padding)
    : first(x.ndim() - 1 - int64_t(given.size())) {
  if (given.empty() || first < 0)
    refuse("a window of shape " + printTuple(given) + " does not fit in x of shape " +
           printTuple(openSizesOf(x)) + ", of which the last axis holds channels");
  shape = perAxis("window_shape", given, given.size());
  strides = perAxis("strides", moves, given.size());
  Ints sizes = openSizesOf(x).drop_front(first).drop_back().vec();
  widths = paddingWidths(padding, sizes, shape, strides);
  for (size_t i = 0; i < sizes.size(); ++i)
    if (!isOpen(sizes[i]) && sizes[i] + widths[i].first + widths[i].second < shape[i])
      refuse("a window of shape " + printTuple(given) + " does not fit in x of shape " +
             printTuple(openSizesOf(x)) + " with this padding; choose a smaller window");
}

/// What is padded, combined over each window, one axis after the other.
Tensor overWindows(const Windows &windows, const Tensor &x, const Tensor &fill, Combine combine) {
  Widths all(x.ndim(), {0, 0});
  std::copy(windows.widths.begin(), windows.widths.end(), all.begin() + windows.first);
  bool isPadded =
      llvm::any_of(all, [](auto width) { return width != std::pair<int64_t, int64_t>(); });
  Tensor result = isPadded ? pad(x, all, fill) : x;
  for (size_t i = 0; i < windows.shape.size(); ++i) {
    int64_t axis = windows.first + int64_t(i), window = windows.shape[i];
    Shape starts(x.ndim(), 0), strides(x.ndim(), 1);
    Shape limits = openSizesOf(result).vec();
    strides[axis] = windows.strides[i];
    int64_t last =
        (sizeAt(result, axis) - window) / strides[axis] * strides[axis]; // window's start
    Tensor whole = result;
    for (int64_t k = 0; k < window; ++k) {
      starts[axis] = k;
      limits[axis] = last + k + 1;
      Tensor part = slice(whole, starts, limits, strides);
      result = k == 0 ? part : combine(result, part);
    }
  }
  return result;
}

/// Nothing is less.
Tensor least(DType dtype) {
  if (isFloating(dtype))
    return -std::numeric_limits<double>::infinity();
  if (dtype == DType::bool_ || dtype >= DType::uint8)
    return 0;
  return std::numeric_limits<int64_t>::min() >> (64 - 8 * itemSize(dtype));
}

} // namespace

Tensor nn::max_pool(const Tensor &x, const Ints &window_shape, const Ints &strides,
                    const Padding &padding) {
  const Called called("ct.nn.max_pool");
  return overWindows({x, window_shape, strides, padding}, x, least(x.dtype()), maximum);
}

Tensor nn::avg_pool(const Tensor &x, const Ints &window_shape, const Ints &strides,
                    const Padding &padding, bool count_include_pad) {
  const Called called("ct.nn.avg_pool");
  Windows windows(x, window_shape, strides, padding);
  Tensor total = overWindows(windows, x, 0, add);
  if (!count_include_pad) {
    Shape counted(x.ndim(), 1); // the same for each of the batch and each channel
    llvm::copy(openSizesOf(x).drop_front(windows.first).drop_back(),
               counted.begin() + windows.first);
    DType type = isFloating(x.dtype()) ? x.dtype() : DType::float32;
    return divide(total, overWindows(windows, ones(counted, type), 0, add));
  }
  int64_t count = 1;
  for (int64_t size : windows.shape)
    count *= size;
  return divide(total, Tensor(double(count)));
}

} // namespace ct
