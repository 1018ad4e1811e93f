#include "cotan/functions/nn/windows.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

namespace ct {

std::vector<int64_t> perAxis(const char *what, const std::vector<int64_t> &given, size_t axes) {
  std::vector<int64_t> result = given;
  if (given.size() <= 1)
    result.assign(axes, given.empty() ? 1 : given[0]);
  if (result.size() != axes)
    refuse(std::string(what) + " " + printTuple(given) + " has " + std::to_string(given.size()) +
           " numbers, but there are " + std::to_string(axes) +
           " spatial axes; give one number for each");
  for (int64_t number : result)
    if (number < 1)
      refuse(std::string(what) + " " + printTuple(given) + " must be positive");
  return result;
}

/// Zeros that make as many places as strides cover.
static std::pair<int64_t, int64_t> same(int64_t size, int64_t window, int64_t stride,
                                        bool isLower) {
  int64_t places = (size + stride - 1) / stride;
  int64_t total = stride == 1 ? std::max<int64_t>(0, window - 1) // of an open size too
                              : std::max<int64_t>(0, (places - 1) * stride + window - size);
  int64_t less = total / 2, more = total - less;
  return isLower ? std::pair(more, less) : std::pair(less, more);
}

Widths paddingWidths(const Padding &padding, const std::vector<int64_t> &sizes,
                     const std::vector<int64_t> &windows, const std::vector<int64_t> &strides) {
  if (const auto *given = std::get_if<Widths>(&padding)) {
    if (given->size() != sizes.size())
      refuse("padding has " + std::to_string(given->size()) + " pairs, but there are " +
             std::to_string(sizes.size()) + " spatial axes; give one pair for each");
    return *given;
  }
  const std::string &how = std::get<std::string>(padding);
  if (how != "SAME" && how != "SAME_LOWER" && how != "VALID")
    refuse("padding '" + how +
           "' is not known; give \"SAME\", \"SAME_LOWER\", \"VALID\" or pairs of widths");
  Widths widths(sizes.size(), {0, 0});
  if (how != "VALID")
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (cotan::trace::isOpen(sizes[i]) && strides[i] != 1)
        refuse("padding \"" + how +
               "\" with strides depends on sizes, but one is open (?); give pairs of widths");
      widths[i] = same(sizes[i], windows[i], strides[i], how == "SAME_LOWER");
    }
  return widths;
}

/// How many elements lie from the first of a window to its last; beyond all sizes if none counts so
/// many.
static int64_t spanOf(int64_t count, int64_t dilation) {
  const __int128 span = __int128(count - 1) * dilation + 1;
  return int64_t(std::min<__int128>(span, std::numeric_limits<int64_t>::max()));
}

Windows::Windows(const Tensor &x, const std::vector<int64_t> &given,
                 const std::vector<int64_t> &moves, const Padding &padding,
                 const std::vector<int64_t> &dilation)
    : first(x.ndim() - 1 - int64_t(given.size())) {
  const std::string problem = "a window of shape " + printTuple(given) +
                              " does not fit in x of shape " + printTuple(openSizesOf(x));
  if (given.empty() || first < 0)
    refuse(problem + ", of which the last axis holds channels");
  shape = perAxis("window_shape", given, given.size());
  strides = perAxis("strides", moves, given.size());
  dilations = perAxis("dilation", dilation, given.size());
  place(openSizesOf(x).drop_front(first).drop_back().vec(), padding, problem);
}

Windows::Windows(const std::vector<int64_t> &sizes, const std::vector<int64_t> &given,
                 const std::vector<int64_t> &moves, const Padding &padding,
                 const std::vector<int64_t> &dilation)
    : shape(perAxis("window_shape", given, sizes.size())),
      strides(perAxis("strides", moves, sizes.size())),
      dilations(perAxis("dilation", dilation, sizes.size())) {
  place(sizes, padding,
        "a window of shape " + printTuple(shape) + " does not fit in sizes " + printTuple(sizes));
}

void Windows::place(const std::vector<int64_t> &sizes, const Padding &padding,
                    const std::string &problem) {
  std::vector<int64_t> spans;
  for (size_t i = 0; i < sizes.size(); ++i)
    spans.push_back(spanOf(shape[i], dilations[i]));
  for (auto [before, behind] : paddingWidths(padding, sizes, spans, strides)) {
    low.push_back(before);
    high.push_back(behind);
  }
  for (size_t i = 0; i < sizes.size(); ++i)
    if (!cotan::trace::isOpen(sizes[i]) && __int128(sizes[i]) + low[i] + high[i] < spans[i])
      refuse(problem + " with this padding; choose a smaller window");
}

size_t spatialAxes(const Tensor &x) { return size_t(std::max<int64_t>(x.ndim() - 2, 1)); }

std::vector<int64_t> spatialSizes(const Tensor &x, const std::vector<int64_t> &given) {
  if (given.size() == 1)
    return std::vector<int64_t>(spatialAxes(x), given[0]);
  return given;
}

} // namespace ct
