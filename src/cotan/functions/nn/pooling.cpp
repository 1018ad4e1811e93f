// Pooling: what is seen through windows.
#include "cotan/functions/functions.h"
#include "cotan/functions/nn/windows.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <tuple>

using namespace cotan::trace;

namespace ct {
namespace {

using Ints = std::vector<int64_t>;

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

/// The operator computes with numbers: truth values become integers.
Tensor overWindows(const Windows &windows, const Tensor &given, const char *kind) {
  Tensor x = promoted(Accepts::numbers, {given})[0];
  const size_t rank = x.ndim();
  Ints window(rank, 1), strides(rank, 1), dilations(rank, 1), low(rank, 0), high(rank, 0);
  for (size_t i = 0; i < windows.shape.size(); ++i) {
    const size_t axis = windows.first + i;
    window[axis] = windows.shape[i];
    strides[axis] = windows.strides[i];
    std::tie(low[axis], high[axis]) = windows.widths[i];
  }
  return op::reduce_window(x, kind, window, strides, dilations, low, high, {.isWeak = x.isWeak()});
}

} // namespace

Tensor nn::max_pool(const Tensor &x, const Ints &window_shape, const Ints &strides,
                    const Padding &padding) {
  const Called called("ct.nn.max_pool");
  Tensor y = overWindows({x, window_shape, strides, padding}, x, "max");
  return x.dtype() == DType::bool_ ? astype(y, DType::bool_) : y;
}

Tensor nn::avg_pool(const Tensor &x, const Ints &window_shape, const Ints &strides,
                    const Padding &padding, bool count_include_pad) {
  const Called called("ct.nn.avg_pool");
  Windows windows(x, window_shape, strides, padding);
  Tensor total = overWindows(windows, x, "sum");
  if (!count_include_pad) {
    Shape counted(x.ndim(), 1); // the same for each of the batch and each channel
    llvm::copy(openSizesOf(x).drop_front(windows.first).drop_back(),
               counted.begin() + windows.first);
    DType type = isFloating(x.dtype()) ? x.dtype() : DType::float32;
    return divide(total, overWindows(windows, ones(counted, type), "sum"));
  }
  int64_t count = 1;
  for (int64_t size : windows.shape)
    count *= size;
  return divide(total, Tensor(double(count)));
}

} // namespace ct
