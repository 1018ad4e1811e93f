// adaptive, fractional and other pooling: meaning. Signature and doc: pooling.td.
#include "cotan/ops/image/pooling.inc"

#include "cotan/ops/image/taps.h"
#include "cotan/ops/reduction/vector_norm.h"

#include "mlir/IR/TypeUtilities.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

RankedTensorType pooledType(Value x) { return mlir::cast<RankedTensorType>(x.getType()); }

/// The sizes of operand 0, of which the spatial ones are replaced, and must not be 0.
Sizes resizedSpatial(SizeRules &rules, ArrayRef<int64_t> given) {
  Sizes sizes = rules.sizes(0);
  const size_t first = sizes.size() - 1 - given.size();
  for (auto [i, size] : llvm::enumerate(given)) {
    rules.require(Size(1) <= sizes[first + i], "axis " + Twine(first + i) + " has no elements");
    sizes[first + i] = size;
  }
  return sizes;
}

Sizes pooledSizes(SizeRules &rules, const WindowNumbers &numbers) {
  Sizes sizes = rules.sizes(0);
  for (const SpatialWindows &windows : numbers.from(sizes.size() - 1 - numbers.window.size()))
    sizes[windows.axis] = windowPlaces(rules, windows, sizes[windows.axis]);
  return sizes;
}

/// With the type of indices, of which there are as many.
template <typename Op>
LogicalResult inferWithIndices(std::optional<Location> loc, typename Op::Adaptor op,
                               SmallVectorImpl<Type> &results) {
  Type element = getElementTypeOrSelf(op.getX());
  return inferTypes<Op>(loc, op, {element, IntegerType::get(element.getContext(), 64)}, results);
}

//--- The largest element of windows

/// Elements, and where each of them was among those of all spatial axes.
struct Found {
  Expr values, places;
};

/// The elements of x, with `first` the first spatial axis.
Found allElements(const Expr &x, int64_t first) {
  RuleBuilder &b = x.builder();
  Expr places, step = b.integers({1});
  for (int64_t axis = x.rank() - 2; axis >= first; --axis) {
    AxisSize size = sizeAlong(x, axis);
    Expr along = besideAxis(countTo(b, size) * step, axis, x.rank());
    places = places ? places + along : along;
    step = step * size.vector;
  }
  auto type = RankedTensorType::get(x.sizes(), step.elementType());
  return {x, broadcastTo(places, x.sizes(), type.hasStaticShape() ? Expr() : b.shapeOf(x.value()))};
}

/// Of the elements along `axis`, which are read in lines, the largest.
Found largestOf(const Expr &values, const Expr &places, int64_t axis) {
  Expr first = argmax(values, axis, /*keepdims=*/true);
  return {squeeze(take_along_axis(values, first, axis), axis),
          squeeze(take_along_axis(places, first, axis), axis)};
}

/// Of those at `at`, a matrix of places and elements.
Found largestAt(const Found &x, int64_t axis, const Expr &at) {
  return largestOf(take(x.values, at, axis), take(x.places, at, axis), axis + 1);
}

} // namespace

//--- adaptive_avg_pool, adaptive_max_pool

LogicalResult AdaptiveAvgPoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor op, SmallVectorImpl<Type> &results) {
  RankedTensorType x = pooledType(op.getX());
  if (failed(verifySpatialSizes(loc, op.getSizes(), x.getRank())))
    return failure();
  return inferTypes<AdaptiveAvgPoolOp>(loc, op, x.getElementType(), results);
}

Sizes AdaptiveAvgPoolOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  return resizedSpatial(rules, op.getSizes());
}

Values AdaptiveAvgPoolOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX()));
  const int64_t first = x.rank() - 1 - int64_t(getSizes().size());
  for (auto [i, size] : llvm::enumerate(getSizes()))
    x = meanOfCells(x, first + int64_t(i), knownSize(b, size));
  return {castTo(x, getType().getElementType())};
}

LogicalResult AdaptiveMaxPoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor op, SmallVectorImpl<Type> &results) {
  if (failed(verifySpatialSizes(loc, op.getSizes(), pooledType(op.getX()).getRank())))
    return failure();
  return inferWithIndices<AdaptiveMaxPoolOp>(loc, op, results);
}

Sizes AdaptiveMaxPoolOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  return resizedSpatial(rules, op.getSizes());
}

// From the last axis to the first: of equal elements, the first in row-major order is found. What
// is too long for a part is its last element once more.
Values AdaptiveMaxPoolOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t first = x.rank() - 1 - int64_t(getSizes().size());
  for (int64_t axis = first; axis + 1 < x.rank(); ++axis)
    x = withAtLeast(x, axis, 1);
  Found found = allElements(x, first);
  for (int64_t axis = x.rank() - 2; axis >= first; --axis) {
    Cells cells = cellsOf(b, sizeAlong(found.values, axis), knownSize(b, getSizes()[axis - first]));
    Expr at = asRows(cells.begins) + asColumns(countTo(b, cells.longest));
    found = largestAt(found, axis, minimum(at, asRows(cells.ends - b.integers({1}))));
  }
  return {found.values, found.places};
}

//--- max_pool_with_indices

template <typename Op> static WindowNumbers pooledWindows(Op op) {
  return {op.getWindow(), op.getStrides(), {}, op.getLow(), op.getHigh()};
}

LogicalResult MaxPoolWithIndicesOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                     Adaptor op, SmallVectorImpl<Type> &results) {
  if (failed(verifyWindowNumbers(loc, pooledWindows(op), pooledType(op.getX()).getRank(), 1)))
    return failure();
  for (const SpatialWindows &windows : pooledWindows(op).from(0))
    if (std::max(windows.low, windows.high) >= windows.count)
      return emitOptionalError(loc, "a padding of ", std::max(windows.low, windows.high),
                               " leaves windows of ", windows.count,
                               " elements without any of x; it must be less than the window");
  return inferWithIndices<MaxPoolWithIndicesOp>(loc, op, results);
}

Sizes MaxPoolWithIndicesOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  resizedSpatial(rules, op.getWindow()); // there are elements
  return pooledSizes(rules, pooledWindows(op));
}

// What would be in the padding is the nearest element, which is in the window too.
Values MaxPoolWithIndicesOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t first = x.rank() - 1 - int64_t(getWindow().size());
  for (int64_t axis = first; axis + 1 < x.rank(); ++axis)
    x = withAtLeast(x, axis, 1);
  Found found = allElements(x, first);
  const SmallVector<SpatialWindows> all = pooledWindows(*this).from(first);
  for (const SpatialWindows &windows : llvm::reverse(all)) {
    AxisSize places = windowPlaces(b, windows, sizeAlong(found.values, windows.axis));
    found = largestAt(found, windows.axis, windowElements(b, windows, places));
  }
  return {found.values, found.places};
}

//--- fractional_max_pool

LogicalResult FractionalMaxPoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                    Adaptor op, SmallVectorImpl<Type> &results) {
  const int64_t rank = pooledType(op.getX()).getRank();
  const int64_t axes = op.getSizes().size(), samples = pooledType(op.getSamples()).getRank();
  if (failed(verifySpatialSizes(loc, op.getSizes(), rank)))
    return failure();
  if (int64_t(op.getWindow().size()) != axes)
    return emitOptionalError(loc, "the window has ", op.getWindow().size(), " numbers, but sizes ",
                             axes, "; give one per spatial axis");
  for (int64_t count : op.getWindow())
    if (count < 1)
      return emitOptionalError(loc, "a window of ", count, " elements must have at least 1");
  if (samples != rank - axes + 1)
    return emitOptionalError(loc, "samples have ", samples, " axes, but must have ",
                             rank - axes + 1,
                             ": those of x, but for the spatial axes one in the "
                             "end that counts them");
  return inferWithIndices<FractionalMaxPoolOp>(loc, op, results);
}

Sizes FractionalMaxPoolOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes x = rules.sizes(0), samples = rules.sizes(1);
  const size_t axes = op.getSizes().size(), first = x.size() - 1 - axes;
  rules.requireEqual(samples.pop_back_val(), int64_t(axes),
                     "the last size of samples must be the number of spatial axes, " + Twine(axes));
  rules.requireEqual(samples.pop_back_val(), x.back(), "samples are not those of as many channels");
  for (size_t axis = 0; axis < first; ++axis)
    rules.requireEqual(samples[axis], x[axis],
                       "samples do not have the size of x along axis " + Twine(axis));
  for (auto [i, count] : llvm::enumerate(op.getWindow()))
    rules.require(Size(count) <= x[first + i], "a window of " + Twine(count) +
                                                   " elements does not fit along axis " +
                                                   Twine(first + i));
  return resizedSpatial(rules, op.getSizes());
}

/// Where windows begin along an axis, `[..., places, channels]`, of one sample for each channel.
static Expr fractionalBegins(const Expr &samples, const AxisSize &size, int64_t window,
                             int64_t places) {
  RuleBuilder &b = samples.builder();
  const Type i64 = size.vector.elementType(), real = Float64Type::get(i64.getContext());
  Expr u = expand_dims(castTo(samples, real), {samples.rank() - 1});
  Expr place = asRows(countTo(b, knownSize(b, places)));
  Expr room = size.vector - b.integers({window});
  Expr step = castTo(room, real) / double(std::max<int64_t>(places - 1, 1));
  Expr begins = castTo(floor((castTo(place, real) + u) * step) - floor(u * step), i64);
  return where(place < double(places - 1), minimum(begins, room), room);
}

/// Lines of elements `[..., places, elements, ..., channels]`, by indices in the shape of
/// `[..., places, channels]`.
static Found largestInLines(const Found &x, int64_t axis, int64_t first, const Expr &begins,
                            int64_t window) {
  RuleBuilder &b = begins.builder();
  const int64_t places = begins.sizes()[begins.rank() - 2], rank = x.values.rank();
  Expr steps = asRows(countTo(b, knownSize(b, window)));
  Expr lines = mergeAxes(expand_dims(begins, {begins.rank() - 1}) + steps, begins.rank() - 2);
  SmallVector<int64_t> others; // the spatial axes but for this one
  for (int64_t other = first; other + 1 < rank; ++other)
    if (other != axis)
      others.push_back(other);
  SmallVector<int64_t> sizes(x.values.sizes());
  sizes[axis] = places * window;
  Expr shape;
  if (ShapedType::isDynamicShape(sizes)) {
    Expr whole = b.shapeOf(x.values.value());
    shape = b.join({part(whole, 0, axis), b.integers({sizes[axis]}), part(whole, axis + 1, rank)});
  }
  Expr at = broadcastTo(expand_dims(lines, others), sizes, shape);
  auto read = [&](const Expr &each) {
    return splitAxis(take_along_axis(each, at, axis), axis, places);
  };
  return largestOf(read(x.values), read(x.places), axis + 1);
}

Values FractionalMaxPoolOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), samples = b(getSamples());
  const int64_t first = x.rank() - 1 - int64_t(getSizes().size());
  for (auto [i, count] : llvm::enumerate(getWindow()))
    x = withAtLeast(x, first + int64_t(i), count);
  Found found = allElements(x, first);
  for (int64_t axis = x.rank() - 2; axis >= first; --axis) {
    const int64_t window = getWindow()[axis - first], places = getSizes()[axis - first];
    Expr own = pickAlong(samples, samples.rank() - 1, axis - first);
    Expr begins = fractionalBegins(own, sizeAlong(found.values, axis), window, places);
    found = largestInLines(found, axis, first, begins, window);
  }
  return {found.values, found.places};
}

//--- max_unpool

LogicalResult MaxUnpoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                            SmallVectorImpl<Type> &results) {
  RankedTensorType x = pooledType(op.getX()), indices = pooledType(op.getIndices());
  if (failed(verifySpatialSizes(loc, op.getOutputSize(), x.getRank())))
    return failure();
  if (indices.getRank() != x.getRank())
    return emitOptionalError(loc, "x is ", x, " and indices are ", indices,
                             "; there must be one index for each element");
  __int128 count = 1;
  for (int64_t size : op.getOutputSize())
    if (count *= size; count > std::numeric_limits<int64_t>::max())
      return emitOptionalError(loc, "output_size is that of more elements than can be counted");
  return inferTypes<MaxUnpoolOp>(loc, op, x.getElementType(), results);
}

Sizes MaxUnpoolOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes sizes = rules.commonSizes(2);
  const size_t first = sizes.size() - 1 - op.getOutputSize().size();
  for (auto [i, size] : llvm::enumerate(op.getOutputSize()))
    sizes[first + i] = size;
  return sizes;
}

// All spatial axes are one.
Values MaxUnpoolOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), indices = b(getIndices());
  const int64_t axes = getOutputSize().size(), first = x.rank() - 1 - axes;
  int64_t count = 1;
  for (int64_t size : getOutputSize())
    count *= size;
  for (int64_t i = 1; i < axes; ++i) {
    x = mergeAxes(x, first);
    indices = mergeAxes(indices, first);
  }
  SmallVector<int64_t> sizes(x.sizes());
  sizes[first] = count;
  Expr zero = b.scalar(0.0, x.elementType()), shape;
  if (ShapedType::isDynamicShape(sizes))
    shape = b.join({part(b.shapeOf(x.value()), 0, first), b.integers({count}),
                    sizeAlong(x, first + 1).vector});
  Expr y = put_along_axis(broadcastTo(zero, sizes, shape), indices, x, first);
  for (int64_t i = axes - 1; i > 0; --i)
    y = splitAxisInside(y, first, getOutputSize()[i]);
  return {y};
}

//--- lp_pool

LogicalResult LpPoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                         SmallVectorImpl<Type> &results) {
  RankedTensorType x = pooledType(op.getX());
  if (failed(verifyWindowNumbers(loc, pooledWindows(op), x.getRank(), 1)))
    return failure();
  return inferTypes<LpPoolOp>(loc, op, x.getElementType(), results);
}

Sizes LpPoolOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  return pooledSizes(rules, pooledWindows(op));
}

Values LpPoolOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX()));
  const int64_t axes = getWindow().size(), first = x.rank() - 1 - axes;
  SmallVector<int64_t> elements;
  x = takeWindows(x, pooledWindows(*this).from(first));
  for (int64_t i = 0; i < axes; ++i)
    elements.push_back(first + 2 * i + 1);
  return {castTo(vectorNorm(x, getP().convertToDouble(), elements), getType().getElementType())};
}

LogicalResult LpPoolOp::verify() {
  const double p = getP().convertToDouble();
  return p > 0 ? success() : emitOpError("p is ") << p << ", but must be positive";
}
