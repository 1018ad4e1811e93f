// interpolate: meaning. Signature and doc: interpolate.td.
#include "cotan/ops/layout/limits.h"

#include "cotan/ops/image/interpolate.inc"

#include "cotan/ops/image/cubic.h"
#include "cotan/ops/image/taps.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> std::optional<double> scaleOf(Op op) {
  if (std::optional<APFloat> scale = op.getScale())
    return scale->convertToDouble();
  return std::nullopt;
}

/// A scale as a fraction: an open size is multiplied by it without rounding.
struct Fraction {
  int64_t above, below;
};
std::optional<Fraction> fractionOf(double scale) {
  for (int64_t below = 1; below <= int64_t(1) << 20; below *= 2)
    if (double above = scale * double(below); above == std::floor(above))
      return above < 0x1p40 ? std::optional(Fraction{int64_t(above), below}) : std::nullopt;
  return std::nullopt;
}

Size scaledSize(SizeRules &rules, const Size &size, double scale, int64_t axis) {
  if (std::optional<__int128> known = size.number()) {
    const double scaled = std::floor(double(*known) * scale);
    const bool isSize = scaled >= 1 && scaled < 0x1p62;
    rules.require(isSize, "axis " + Twine(axis) + " times the scale is no size of a tensor");
    return isSize ? __int128(scaled) : 1;
  }
  const Fraction fraction = fractionOf(scale).value_or(Fraction{1, 1});
  Size scaled = size * fraction.above / fraction.below;
  rules.require(Size(1) <= scaled,
                "axis " + Twine(axis) + " times the scale is no size of a tensor");
  return scaled;
}

LogicalResult verifyMode(std::optional<Location> loc, InterpolateOp::Adaptor op, Type element) {
  const StringRef mode = op.getMode();
  if (!llvm::is_contained({"nearest", "nearest-exact", "linear", "cubic", "area"}, mode))
    return emitOptionalError(loc, "mode is \"", mode, "\", but expected \"nearest\", ",
                             "\"nearest-exact\", \"linear\", \"cubic\" or \"area\"");
  const bool isWeighted = mode == "linear" || mode == "cubic";
  if (!isWeighted && (op.getAlignCorners() || op.getAntialias()))
    return emitOptionalError(loc, op.getAlignCorners() ? "align_corners" : "antialias",
                             " has no meaning for \"", mode,
                             "\"; it is for \"linear\" and \"cubic\"");
  if (!mode.starts_with("nearest") && !isa<FloatType>(element))
    return emitOptionalError(loc, "\"", mode, "\" of ", element,
                             " has fractions; cast it to floats");
  return success();
}

LogicalResult verifyScale(std::optional<Location> loc, InterpolateOp::Adaptor op,
                          RankedTensorType x) {
  std::optional<double> scale = scaleOf(op);
  if (scale && !(*scale > 0 && std::isfinite(*scale)))
    return emitOptionalError(loc, "scale is ", *scale, ", but must be positive and finite");
  const int64_t first = x.getRank() - 1 - int64_t(op.getSizes().size());
  for (auto [i, size] : llvm::enumerate(op.getSizes())) {
    if (!ShapedType::isDynamic(size))
      continue;
    if (!scale)
      return emitOptionalError(loc, "the size of axis ", first + int64_t(i),
                               " is to be found by a scale, but none is given");
    if (x.isDynamicDim(first + i) && !fractionOf(*scale))
      return emitOptionalError(loc, "the size of axis ", first + int64_t(i), " is open, and ",
                               *scale, " is no fraction of 2^20; give the sizes of the result");
  }
  return success();
}

} // namespace

LogicalResult InterpolateOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                              Adaptor op, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(op.getX().getType());
  SmallVector<int64_t> known(op.getSizes());
  llvm::replace(known, ShapedType::kDynamic, int64_t(1));
  if (failed(verifySpatialSizes(loc, known, x.getRank())) ||
      failed(verifyMode(loc, op, x.getElementType())) || failed(verifyScale(loc, op, x)))
    return failure();
  return inferTypes<InterpolateOp>(loc, op, x.getElementType(), results);
}

Sizes InterpolateOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const size_t first = sizes.size() - 1 - op.getSizes().size();
  for (auto [i, size] : llvm::enumerate(op.getSizes())) {
    rules.require(Size(1) <= sizes[first + i], "axis " + Twine(first + i) + " has no elements");
    sizes[first + i] = ShapedType::isDynamic(size)
                           ? scaledSize(rules, sizes[first + i], scaleOf(op).value_or(1), first + i)
                           : Size(size);
  }
  return sizes;
}

//--- One axis

namespace {

/// One element for each place, and how much it counts.
struct Tap {
  Expr at, weight;
};

/// An axis that is resampled: its size, that of the result, and what is computed of them in f64.
struct Resampling {
  Resampling(InterpolateOp op, const Expr &x, int64_t axis, const AxisSize &places);

  Expr asReal(const Expr &number) const { return castTo(number, real); }
  Expr half() const { return b.scalar(0.5, real); }
  Expr placesBetween() const; // s, of each place
  Expr cut(const Expr &at) const { return minimum(maximum(at, 0.0), last); }

  SmallVector<Tap> linear() const;
  SmallVector<Tap> cubic() const;
  Expr nearest(bool isExact) const;
  Expr smoothed(const Expr &x, bool isCubic) const;
  AxisSize mostSmoothed(const Expr &support, double radius) const;

  bool alignCorners;
  std::optional<double> scale;
  RuleBuilder &b;
  int64_t axis;
  AxisSize size, places;
  Type real;
  Expr last;        // index
  Expr place, step; // each place, and r
};

Resampling::Resampling(InterpolateOp op, const Expr &x, int64_t axis, const AxisSize &places)
    : alignCorners(op.getAlignCorners()), scale(scaleOf(op)), b(x.builder()), axis(axis),
      size(sizeAlong(x, axis)), places(places), real(Float64Type::get(op.getContext())),
      last(size.vector - b.integers({1})), place(asReal(countTo(b, places))) {
  Expr from = asReal(size.vector), to = asReal(places.vector);
  if (alignCorners)
    step = (from - 1.0) / maximum(to - 1.0, 1.0);
  else if (scale)
    step = b.scalar(1 / *scale, real);
  else
    step = from / to;
}

Expr Resampling::placesBetween() const {
  return alignCorners ? place * step : (place + half()) * step - half();
}

SmallVector<Tap> Resampling::linear() const {
  Expr s = minimum(maximum(placesBetween(), 0.0), asReal(last)), before = floor(s);
  Expr at = castTo(before, last.elementType()), weight = s - before;
  return {{at, 1.0 - weight}, {cut(at + b.integers({1})), weight}};
}

SmallVector<Tap> Resampling::cubic() const {
  Expr s = placesBetween(), before = floor(s), at = castTo(before, last.elementType());
  SmallVector<Tap> taps;
  for (auto [i, weight] : llvm::enumerate(cubicWeights(s - before)))
    taps.push_back({cut(at + b.integers({int64_t(i) - 1})), weight});
  return taps;
}

// Of whole sizes, whole numbers: they are not rounded.
Expr Resampling::nearest(bool isExact) const {
  if (scale)
    return cut(castTo(floor((isExact ? place + half() : place) * step), last.elementType()));
  Expr i = countTo(b, places);
  if (!isExact)
    return i * size.vector / places.vector;
  return (i + i + b.integers({1})) * size.vector / (places.vector + places.vector);
}

/// How many elements, at most, count for a place.
AxisSize Resampling::mostSmoothed(const Expr &support, double radius) const {
  if (ShapedType::isDynamic(size.known) || ShapedType::isDynamic(places.known))
    return {ShapedType::kDynamic,
            castTo(ceil(support), last.elementType()) * 2.0 + b.integers({1})};
  double known = double(size.known) / double(places.known);
  if (alignCorners)
    known = double(size.known - 1) / std::max(double(places.known - 1), 1.0);
  else if (scale)
    known = 1 / *scale;
  known = std::min(std::ceil(std::max(known, 1.0) * radius), 0x1p60);
  return knownSize(b, 2 * int64_t(known) + 1);
}

/// With antialias: all elements whose weight is not 0, in a matrix of places and elements.
Expr Resampling::smoothed(const Expr &x, bool isCubic) const {
  const double radius = isCubic ? 2 : 1;
  Expr reach = maximum(step, 1.0), support = reach * radius;
  Expr centers = (place + half()) * step;
  const Type i64 = last.elementType();
  Expr begins = maximum(castTo(centers - support + half(), i64), 0.0);
  Expr ends = minimum(castTo(centers + support + half(), i64), size.vector);
  AxisSize count = mostSmoothed(support, radius);
  Expr at = asRows(begins) + asColumns(countTo(b, count));
  Expr away = asReal(at) - asRows(centers - half());
  Expr weights = isCubic ? cubicFilter(away / reach) : maximum(1.0 - abs(away / reach), 0.0);
  weights = where(at < asRows(ends), weights, 0.0);
  weights = weights / sum(weights, 1, /*keepdims=*/true);
  Expr each = castTo(besideAxis(weights, axis, x.rank() + 1), x.elementType());
  return sum(take(x, at, axis) * each, axis + 1);
}

/// The sum of what is tapped.
Expr weighed(const Expr &x, int64_t axis, ArrayRef<Tap> taps) {
  Expr y;
  for (const Tap &tap : taps) {
    Expr weight = castTo(besideAxis(tap.weight, axis, x.rank()), x.elementType());
    y = total(y, take(x, tap.at, axis) * weight);
  }
  return y;
}

Expr resampled(InterpolateOp op, const Expr &x, int64_t axis, const AxisSize &places) {
  const StringRef mode = op.getMode();
  const bool isKnown = !ShapedType::isDynamic(places.known);
  if (isKnown && places.known == x.sizes()[axis] && !op.getScale())
    return x;
  if (mode == "area")
    return meanOfCells(x, axis, places);
  const Resampling along(op, x, axis, places);
  if (mode.starts_with("nearest"))
    return take(x, along.nearest(mode == "nearest-exact"), axis);
  if (op.getAntialias())
    return along.smoothed(x, mode == "cubic");
  return weighed(x, axis, mode == "cubic" ? along.cubic() : along.linear());
}

} // namespace

Values InterpolateOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX()));
  const int64_t first = x.rank() - 1 - int64_t(getSizes().size());
  for (int64_t axis = first; axis + 1 < x.rank(); ++axis) {
    x = withAtLeast(x, axis, 1);
    AxisSize places = knownSize(b, getType().getDimSize(axis));
    if (ShapedType::isDynamic(places.known)) {
      const Fraction scale = *fractionOf(*scaleOf(*this));
      places.vector =
          sizeAlong(x, axis).vector * b.integers({scale.above}) / b.integers({scale.below});
    }
    x = resampled(*this, x, axis, places);
  }
  return {castTo(x, getType().getElementType())};
}
