// Pooling: what is seen through windows.
#include "cotan/functions/functions.h"
#include "cotan/functions/nn/windows.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

using Ints = std::vector<int64_t>;

/// The operator computes with numbers: truth values become integers.
Tensor overWindows(const Windows &windows, const Tensor &given, const char *kind) {
  Tensor x = promoted(Accepts::numbers, {given})[0];
  const size_t rank = x.ndim();
  Ints window(rank, 1), strides(rank, 1), dilations(rank, 1), low(rank, 0), high(rank, 0);
  for (size_t i = 0; i < windows.shape.size(); ++i) {
    const size_t axis = windows.first + i;
    window[axis] = windows.shape[i];
    strides[axis] = windows.strides[i];
    low[axis] = windows.low[i];
    high[axis] = windows.high[i];
  }
  return op::reduce_window(x, kind, window, strides, dilations, low, high, {.isWeak = x.isWeak()});
}

using Found = std::tuple<Tensor, Tensor>;

/// Values in the type of x, and indices; truth values were integers meanwhile.
Found foundIn(const Tensor &x, const std::vector<Tensor> &found) {
  return {x.dtype() == DType::bool_ ? astype(found[0], DType::bool_) : found[0], found[1]};
}

Tensor asNumbers(const Tensor &x) { return promoted(Accepts::numbers, {x})[0]; }

Found adaptiveMaxima(const Tensor &x, const Ints &sizes) {
  return foundIn(x, op::adaptive_max_pool(asNumbers(x), spatialSizes(x, sizes)));
}

Found fractionalMaxima(const Tensor &x, const Ints &window, const Ints &sizes,
                       const Tensor &samples) {
  const Tensor u = asFloats(samples);
  return foundIn(x, op::fractional_max_pool(asNumbers(x), u, window, sizes));
}

} // namespace

Tensor nn::max_pool(const Tensor &x, const Integers &window_shape, const Integers &strides,
                    const Padding &padding) {
  const Called called("ct.nn.max_pool");
  Tensor y = overWindows({x, window_shape, strides, padding}, x, "max");
  return x.dtype() == DType::bool_ ? astype(y, DType::bool_) : y;
}

Tensor nn::avg_pool(const Tensor &x, const Integers &window_shape, const Integers &strides,
                    const Padding &padding, bool count_include_pad) {
  const Called called("ct.nn.avg_pool");
  Windows windows(x, window_shape, strides, padding);
  Tensor total = overWindows(windows, x, "sum");
  if (!count_include_pad) {
    Shape counted(x.ndim(), 1); // the same for each of the batch and each channel
    llvm::copy(openSizesOf(x).drop_front(windows.first).drop_back(),
               counted.begin() + windows.first);
    DType type = isFloating(x.dtype()) ? x.dtype() : default_dtype();
    return divide(total, overWindows(windows, ones(counted, type), "sum"));
  }
  int64_t count = 1;
  for (int64_t size : windows.shape)
    count *= size;
  return divide(total, Tensor(double(count)));
}

Found nn::max_pool_with_indices(const Tensor &x, const Integers &window_shape,
                                const Integers &strides, const Padding &padding) {
  const Called called("ct.nn.max_pool_with_indices");
  const Windows windows(x, window_shape, strides, padding);
  return foundIn(x, op::max_pool_with_indices(asNumbers(x), windows.shape, windows.strides,
                                              windows.low, windows.high));
}

Tensor nn::lp_pool(const Tensor &x, double norm_type, const Integers &window_shape,
                   const Integers &strides, const Padding &padding) {
  const Called called("ct.nn.lp_pool");
  const Windows windows(x, window_shape, strides, padding);
  return op::lp_pool(asFloats(x), norm_type, windows.shape, windows.strides, windows.low,
                     windows.high);
}

Tensor nn::adaptive_avg_pool(const Tensor &x, const Integers &output_size) {
  const Called called("ct.nn.adaptive_avg_pool");
  return op::adaptive_avg_pool(asFloats(x), spatialSizes(x, output_size));
}

Tensor nn::adaptive_max_pool(const Tensor &x, const Integers &output_size) {
  const Called called("ct.nn.adaptive_max_pool");
  return std::get<0>(adaptiveMaxima(x, output_size));
}

Found nn::adaptive_max_pool_with_indices(const Tensor &x, const Integers &output_size) {
  const Called called("ct.nn.adaptive_max_pool_with_indices");
  return adaptiveMaxima(x, output_size);
}

Tensor nn::fractional_max_pool(const Tensor &x, const Integers &window_shape,
                               const Integers &output_size, const Tensor &samples) {
  const Called called("ct.nn.fractional_max_pool");
  return std::get<0>(fractionalMaxima(x, window_shape, output_size, samples));
}

Found nn::fractional_max_pool_with_indices(const Tensor &x, const Integers &window_shape,
                                           const Integers &output_size, const Tensor &samples) {
  const Called called("ct.nn.fractional_max_pool_with_indices");
  return fractionalMaxima(x, window_shape, output_size, samples);
}

} // namespace ct
