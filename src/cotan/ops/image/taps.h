// Which elements along a spatial axis each place of a result is made of: what unfolding, resampling
// and pooling share. The last axis holds channels, those before it are spatial.
#pragma once

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/op_rules.h"

namespace cotan {

/// Windows along one spatial axis of x, and how many zeros lie around x there.
struct SpatialWindows {
  int64_t axis, count, stride, dilation, low, high;

  /// From the first element of a window to behind the last.
  int64_t span() const { return (count - 1) * dilation + 1; }
};

/// What an op says of windows, one number per spatial axis; no dilations are all 1.
struct WindowNumbers {
  llvm::ArrayRef<int64_t> window, strides, dilations, low, high;

  /// Windows along each axis, from axis `first` on.
  llvm::SmallVector<SpatialWindows> from(int64_t first) const;
};

/// Whether the numbers go together, and with so many axes beside the spatial ones.
llvm::LogicalResult verifyWindowNumbers(std::optional<mlir::Location> loc,
                                        const WindowNumbers &numbers, int64_t rank, int64_t others);
/// Sizes of results: one per spatial axis, at least 1, and x has a last axis beside these.
llvm::LogicalResult verifySpatialSizes(std::optional<mlir::Location> loc,
                                       llvm::ArrayRef<int64_t> sizes, int64_t rank);

/// How many windows lie along an axis of this size; requires that one fits.
Size windowPlaces(SizeRules &rules, const SpatialWindows &windows, const Size &size);
/// The same as a rule computes it. Where the size is open and no window fits, it is negative.
AxisSize windowPlaces(RuleBuilder &b, const SpatialWindows &windows, const AxisSize &size);
/// Where the elements of all windows lie along the axis, `[places, elements]`: outside of x in its
/// padding.
Expr windowElements(RuleBuilder &b, const SpatialWindows &windows, const AxisSize &places);
/// `x` with axes `[places, elements]` in the place of each axis of windows, 0 in the padding.
Expr takeWindows(const Expr &x, llvm::ArrayRef<SpatialWindows> all);

/// A size that is known, and 0, 1, 2, ... as many as a size says.
AxisSize knownSize(RuleBuilder &b, int64_t size);
Expr countTo(RuleBuilder &b, const AxisSize &size);
/// All pairs of two vectors, as `[x, y]`: each side broadcasts to the other.
Expr asRows(const Expr &x);
Expr asColumns(const Expr &y);
/// A vector or matrix of numbers for the places along `axis`, and the next one, beside a tensor.
Expr besideAxis(const Expr &numbers, int64_t axis, int64_t rank);

/// Where the parts of an axis begin, and behind which element they end, if it is cut in `places` as
/// evenly as can be; parts overlap by an element where it cannot be cut.
struct Cells {
  Expr begins, ends;
  AxisSize longest; // or one more
};
Cells cellsOf(RuleBuilder &b, const AxisSize &size, const AxisSize &places);
/// The mean of each part; floats of at least 32 bits.
Expr meanOfCells(const Expr &x, int64_t axis, const AxisSize &places);

} // namespace cotan
