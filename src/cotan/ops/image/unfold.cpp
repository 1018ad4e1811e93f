// unfold, fold: meaning. Signature and doc: unfold.td.
#include "cotan/ops/image/unfold.inc"

#include "cotan/ops/image/taps.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> WindowNumbers unfoldedWindows(Op op) {
  return {op.getWindow(), op.getStrides(), op.getDilations(), op.getLow(), op.getHigh()};
}

/// How many elements a window has; requires that they can be counted.
Size elementsOfWindow(SizeRules &rules, ArrayRef<int64_t> window) {
  __int128 count = 1;
  for (int64_t size : window)
    count = std::min<__int128>(count * size, __int128(1) << 62);
  rules.require(count < (__int128(1) << 62), "a window has too many elements");
  return count;
}

/// The order of axes in which windows are taken, `places, elements` for each spatial axis, from
/// that of rows of windows: all places, the channels, all elements.
SmallVector<int64_t> axesInTurn(int64_t first, int64_t axes) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, first));
  for (int64_t i = 0; i < axes; ++i)
    order.append({first + i, first + axes + 1 + i});
  order.push_back(first + axes);
  return order;
}

SmallVector<int64_t> inverseOrder(ArrayRef<int64_t> order) {
  SmallVector<int64_t> result(order.size());
  for (auto [place, axis] : llvm::enumerate(order))
    result[axis] = int64_t(place);
  return result;
}

/// Zeros in the shape of x, but with one axis of this size in the place of two from `axis` on.
Expr zerosAround(const Expr &x, int64_t axis, int64_t size) {
  RuleBuilder &b = x.builder();
  SmallVector<int64_t> sizes(x.sizes());
  sizes[axis] = size;
  sizes.erase(sizes.begin() + axis + 1);
  Expr zero = b.scalar(0.0, x.elementType());
  if (!ShapedType::isDynamicShape(sizes))
    return broadcastTo(zero, sizes, Expr());
  Expr shape = b.shapeOf(x.value());
  return broadcastTo(
      zero, sizes,
      b.join({part(shape, 0, axis), b.integers({size}), part(shape, axis + 2, x.rank())}));
}

} // namespace

//--- unfold

LogicalResult UnfoldOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                         SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(op.getX().getType());
  if (failed(verifyWindowNumbers(loc, unfoldedWindows(op), x.getRank(), 1)))
    return failure();
  return inferTypes<UnfoldOp>(loc, op, x.getElementType(), results);
}

Sizes UnfoldOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0), result;
  const size_t first = sizes.size() - 1 - op.getWindow().size();
  result.append(sizes.begin(), sizes.begin() + first);
  Size places = 1;
  for (const SpatialWindows &windows : unfoldedWindows(op).from(first))
    places = places * windowPlaces(rules, windows, sizes[windows.axis]);
  result.push_back(places);
  result.push_back(sizes.back() * elementsOfWindow(rules, op.getWindow()));
  return result;
}

Values UnfoldOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t axes = getWindow().size(), first = x.rank() - 1 - axes;
  x = takeWindows(x, unfoldedWindows(*this).from(first));
  x = transpose(x, inverseOrder(axesInTurn(first, axes)));
  for (int64_t i = 0; i < axes; ++i)
    x = mergeAxes(x, x.rank() - 2); // channels and elements
  for (int64_t i = 1; i < axes; ++i)
    x = mergeAxes(x, first);
  return {x};
}

//--- fold

LogicalResult FoldOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                       SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(op.getX().getType());
  if (x.getRank() < 2)
    return emitOptionalError(loc, "x has ", x.getRank(),
                             " axes, but at least 2 are needed: windows and their elements");
  const int64_t rank = x.getRank() - 1 + int64_t(op.getWindow().size());
  if (failed(verifyWindowNumbers(loc, unfoldedWindows(op), rank, 1)))
    return failure();
  if (op.getSizes().size() != op.getWindow().size())
    return emitOptionalError(loc, "sizes has ", op.getSizes().size(),
                             " numbers, but the window has ", op.getWindow().size(),
                             "; give one per spatial axis");
  if (failed(verifySpatialSizes(loc, op.getSizes(), rank)))
    return failure();
  return inferTypes<FoldOp>(loc, op, x.getElementType(), results);
}

Sizes FoldOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const size_t first = sizes.size() - 2;
  Size channels = sizes.pop_back_val(), windows = sizes.pop_back_val(), places = 1;
  for (const SpatialWindows &each : unfoldedWindows(op).from(first))
    places = places * windowPlaces(rules, each, op.getSizes()[each.axis - first]);
  rules.requireEqual(windows, places,
                     "there are not as many windows, along axis " + Twine(first) +
                         ", as lie in these sizes");
  Size elements = elementsOfWindow(rules, op.getWindow());
  rules.requireEqual(channels % elements, 0,
                     "the last size must be a multiple of the elements of a window");
  for (int64_t size : op.getSizes())
    sizes.push_back(size);
  sizes.push_back(channels / elements);
  return sizes;
}

Values FoldOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX()));
  const int64_t axes = getWindow().size(), first = x.rank() - 2;
  SmallVector<SpatialWindows> all = unfoldedWindows(*this).from(first);
  SmallVector<AxisSize> places;
  for (const SpatialWindows &windows : all)
    places.push_back(windowPlaces(b, windows, knownSize(b, getSizes()[windows.axis - first])));
  for (int64_t i = axes - 1; i > 0; --i)
    x = splitAxisInside(x, first, places[i].known);
  for (const SpatialWindows &windows : llvm::reverse(all))
    x = splitAxisInside(x, first + axes, windows.count);
  SmallVector<int64_t> sizes(x.sizes());
  sizes[first] = places[0].known; // where the number of windows is open
  x = transpose(asType(x, x.type().clone(sizes)), axesInTurn(first, axes));
  for (auto [i, windows] : llvm::enumerate(all)) {
    // Those before it are one axis each by now.
    Expr at = windowElements(b, windows, places[i]);
    x = scatter_add(zerosAround(x, windows.axis, getSizes()[i]), at, x, windows.axis);
  }
  return {castTo(x, getType().getElementType())};
}
