// Windows that move along an axis: slices of a tensor that hold one element of each window.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

/// How many elements, how far apart, and how far the next window is.
struct Windows {
  int64_t axis, count, stride, dilation;

  /// From the first element of a window to behind the last.
  int64_t span() const { return (count - 1) * dilation + 1; }
};

mlir::LogicalResult verifyWindows(std::optional<mlir::Location> loc, const Windows &windows);
/// How many there are along an axis of this size; requires that one fits.
Size windowCount(SizeRules &rules, const Windows &windows, const Size &size);

/// Element `index` of each window.
Expr windowElement(const Expr &x, const Windows &windows, int64_t index);
/// The other way: zeros in the shape of a primal value, but `element` where windows have theirs.
Expr spreadWindowElement(RuleBuilder &b, const Expr &element, const Windows &windows, int64_t index,
                         mlir::Value like);

} // namespace cotan
