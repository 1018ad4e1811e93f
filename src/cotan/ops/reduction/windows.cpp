#include "cotan/ops/reduction/windows.h"

using namespace mlir;

namespace cotan {

/// Each element of a window is a slice of its own: of more, nobody waits for the code.
constexpr int64_t mostElements = 65536;

LogicalResult verifyWindows(std::optional<Location> loc, const Windows &windows) {
  if (windows.count < 1 || windows.dilation < 1 || windows.stride < 1)
    return emitOptionalError(loc, "window ", windows.count, ", stride ", windows.stride,
                             " and dilation ", windows.dilation, " of axis ", windows.axis,
                             " must be positive");
  if (windows.count > mostElements)
    return emitOptionalError(loc, "a window of ", windows.count, " elements along axis ",
                             windows.axis, " has more than ", mostElements,
                             "; reduce the whole axis, or cut it");
  if (__int128(windows.count - 1) * windows.dilation >= std::numeric_limits<int64_t>::max())
    return emitOptionalError(loc, "window ", windows.count, " with dilation ", windows.dilation,
                             " of axis ", windows.axis, " spans more than any tensor has");
  return success();
}

Size windowCount(SizeRules &rules, const Windows &windows, const Size &size) {
  const int64_t span = windows.span();
  rules.require(span <= size, "a window that spans " + Twine(span) +
                                  " elements does not fit along axis " + Twine(windows.axis));
  return span == 1 && windows.stride == 1 ? size : (size - span) / windows.stride + 1;
}

Expr windowElement(const Expr &x, const Windows &windows, int64_t index) {
  const int64_t first = index * windows.dilation, behind = windows.span() - 1 - first;
  const int64_t size = x.sizes()[windows.axis];
  SmallVector<int64_t> none(x.rank(), 0), starts(none), strides(x.rank(), 1), limits;
  for (int64_t each : x.sizes())
    limits.push_back(each);
  strides[windows.axis] = windows.stride;
  if (!ShapedType::isDynamic(size)) {
    starts[windows.axis] = first;
    limits[windows.axis] = size - behind;
    return slice(x, starts, limits, strides);
  }
  SmallVector<int64_t> low(none), high(none);
  low[windows.axis] = -first;
  high[windows.axis] = -behind;
  Expr zero = x.builder().scalar(0.0, x.elementType());
  return slice(windows.span() > 1 ? pad(x, zero, low, high, none) : x, starts, limits, strides);
}

Expr spreadWindowElement(RuleBuilder &b, const Expr &element, const Windows &windows, int64_t index,
                         Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  const int64_t axis = windows.axis, size = type.getDimSize(axis);
  const int64_t first = index * windows.dilation;
  SmallVector<int64_t> low(element.rank(), 0), high(low), between(low);
  between[axis] = windows.stride - 1;
  Expr zero = b.scalar(0.0, element.elementType());
  if (ShapedType::isDynamic(size) &&
      windows.stride > 1) { // what is behind the last one is not known
    SmallVector<int64_t> start(element.rank(), 0);
    start[axis] = first;
    return dynamic_update_slice(b.zerosLike(like), b.integers(start),
                                pad(element, zero, low, high, between));
  }
  low[axis] = first;
  high[axis] = ShapedType::isDynamic(size)
                   ? windows.span() - 1 - first
                   : size - first - ((element.sizes()[axis] - 1) * windows.stride + 1);
  return asType(pad(element, zero, low, high, between), type.clone(element.elementType()));
}

} // namespace cotan
