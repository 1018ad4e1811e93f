// reduce_window, window_extremum: meaning and derivative. Signature and doc: reduce_window.td.
#include "cotan/ops/reduction/reduce_window.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/reduction/windows.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// Along each axis those of a reduce_window.
template <typename Op> SmallVector<Windows> windowsOf(Op op) {
  SmallVector<Windows> all;
  for (auto [axis, count] : llvm::enumerate(op.getWindow()))
    all.push_back({int64_t(axis), count, op.getStrides()[axis], op.getDilations()[axis]});
  return all;
}

/// Those of a window_extremum.
template <typename Op> Windows windowsAlongAxis(Op op) {
  return {int64_t(op.getAxis()), int64_t(op.getWindow()), int64_t(op.getStride()),
          int64_t(op.getDilation())};
}

using Combine = Expr (*)(const Expr &, const Expr &);
Expr plus(const Expr &x, const Expr &y) { return x + y; }
Expr times(const Expr &x, const Expr &y) { return x * y; }
Expr largerOf(const Expr &x, const Expr &y) { return maximum(x, y); }
Expr smallerOf(const Expr &x, const Expr &y) { return minimum(x, y); }

Expr combineWindows(const Windows &windows, const Expr &given, Combine combine) {
  Expr x = withAtLeast(given, windows.axis, windows.span());
  Expr y = windowElement(x, windows, 0);
  for (int64_t index = 1; index < windows.count; ++index)
    y = combine(y, windowElement(x, windows, index));
  return y;
}

bool areAllZero(ArrayRef<int64_t> numbers) {
  return llvm::all_of(numbers, [](int64_t number) { return number == 0; });
}

/// What is not larger than any number, or not smaller.
Expr extreme(RuleBuilder &b, Type element, bool isLargest) {
  if (isa<FloatType>(element))
    return b.scalar(isLargest ? INFINITY : -INFINITY, element);
  const bool isUnsigned = element.isUnsignedInteger();
  const int bits = int(element.getIntOrFloatBitWidth());
  Expr least = b.scalar(isUnsigned ? 0.0 : -std::ldexp(1.0, bits - 1), element);
  return isLargest ? not_(least) : least;
}

} // namespace

//--- reduce_window

LogicalResult ReduceWindowOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  StringRef kind = adaptor.getKind();
  if (!llvm::is_contained({"sum", "mean", "prod", "max", "min"}, kind))
    return emitOptionalError(loc, "kind is \"", kind,
                             "\", but expected \"sum\", \"mean\", \"prod\", \"max\" or \"min\"");
  if (kind == "mean" && !isa<FloatType>(x.getElementType()))
    return emitOptionalError(loc, "the mean of ", x, " has fractions; cast it to floats");
  if (failed(verifyOnePerAxis(loc, "low", adaptor.getLow(), x)) ||
      failed(verifyOnePerAxis(loc, "high", adaptor.getHigh(), x)) ||
      failed(verifyOnePerAxis(loc, "window", adaptor.getWindow(), x)) ||
      failed(verifyOnePerAxis(loc, "strides", adaptor.getStrides(), x)) ||
      failed(verifyOnePerAxis(loc, "dilations", adaptor.getDilations(), x)))
    return failure();
  for (const Windows &windows : windowsOf(adaptor))
    if (failed(verifyWindows(loc, windows)))
      return failure();
  for (int64_t axis = 0; axis < x.getRank(); ++axis)
    if (adaptor.getLow()[axis] < 0 || adaptor.getHigh()[axis] < 0)
      return emitOptionalError(loc, "low ", adaptor.getLow()[axis], " or high ",
                               adaptor.getHigh()[axis], " of axis ", axis,
                               " is negative; use prim.slice to leave elements out");
  return inferTypes<ReduceWindowOp>(loc, adaptor, x.getElementType(), results);
}

Sizes ReduceWindowOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (const __int128 added = __int128(x.getLow()[axis]) + x.getHigh()[axis]; added != 0) {
      size = size + Size(added);
      rules.require(size <= std::numeric_limits<int64_t>::max(),
                    "axis " + Twine(axis) + " would have too many elements with its padding");
    }
  for (const Windows &windows : windowsOf(x))
    sizes[windows.axis] = windowCount(rules, windows, sizes[windows.axis]);
  return sizes;
}

// From the last axis to the first: of equal elements, the first in row-major order is found.
Values ReduceWindowOp::decompose(RuleBuilder &b) {
  StringRef kind = getKind();
  const bool isExtremum = kind == "max" || kind == "min", isMean = kind == "mean";
  Expr x = isExtremum ? b(getX()) : widened(b(getX()));
  Expr fill = isExtremum ? extreme(b, x.elementType(), kind == "min")
                         : b.scalar(kind == "prod" ? 1.0 : 0.0, x.elementType());
  if (!areAllZero(getLow()) || !areAllZero(getHigh()))
    x = pad(x, fill, getLow(), getHigh(), SmallVector<int64_t>(x.rank(), 0));
  double count = 1;
  const SmallVector<Windows> all = windowsOf(*this);
  for (const Windows &windows : llvm::reverse(all)) {
    if (isExtremum)
      x = window_extremum(x, windows.axis, windows.count, windows.stride, windows.dilation,
                          kind == "min");
    else
      x = combineWindows(windows, x, kind == "prod" ? times : plus);
    count *= double(windows.count);
  }
  return {castTo(isMean ? x / count : x, getType().getElementType())};
}

//--- window_extremum

LogicalResult WindowExtremumOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                 Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), x.getRank())) ||
      failed(verifyWindows(loc, windowsAlongAxis(adaptor))))
    return failure();
  return inferTypes<WindowExtremumOp>(loc, adaptor, x.getElementType(), results);
}

Sizes WindowExtremumOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  Size &size = sizes[x.getAxis()];
  size = windowCount(rules, windowsAlongAxis(x), size);
  return sizes;
}

Values WindowExtremumOp::decompose(RuleBuilder &b) {
  return {combineWindows(windowsAlongAxis(*this), b(getX()), getMinimum() ? smallerOf : largerOf)};
}

/// Calls `visit` with the index of each element of the windows, and where it is the first that is
/// the extremum.
template <typename F> static void forEachFirst(WindowExtremumOp op, RuleBuilder &b, F visit) {
  Expr x = b(op.getX()), y = b(op.getY()), isFound;
  for (int64_t index = 0; index < int64_t(op.getWindow()); ++index) {
    Expr isEqual = eq(windowElement(x, windowsAlongAxis(op), index), y);
    visit(index, isFound ? and_(isEqual, not_(isFound)) : isEqual);
    isFound = isFound ? or_(isFound, isEqual) : isEqual;
  }
}

Values WindowExtremumOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), dx;
  forEachFirst(*this, b, [&](int64_t index, const Expr &isFirst) {
    Expr mine = where(isFirst, dy, 0.0);
    dx = total(dx, spreadWindowElement(b, mine, windowsAlongAxis(*this), index, getX()));
  });
  return {dx};
}

Values WindowExtremumOp::jvp(RuleBuilder &b, ValueRange tangents) {
  Expr dx = b(tangents[0]), dy;
  forEachFirst(*this, b, [&](int64_t index, const Expr &isFirst) {
    Expr mine = windowElement(dx, windowsAlongAxis(*this), index);
    dy = total(dy, where(isFirst, mine, 0.0));
  });
  return {dy};
}
