// affine_grid, grid_sample: meaning. Signature and doc: grid_sample.td.
#include "cotan/ops/image/grid_sample.inc"

#include "cotan/ops/image/cubic.h"
#include "cotan/ops/image/taps.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

//--- affine_grid

LogicalResult AffineGridOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                             SmallVectorImpl<Type> &results) {
  auto theta = cast<RankedTensorType>(op.getTheta().getType());
  if (theta.getRank() < 2 || op.getSize().empty())
    return emitOptionalError(loc, "theta of ", theta.getRank(), " axes and ", op.getSize().size(),
                             " sizes do not go together; give matrices of n rows and n + 1 "
                             "columns, and n sizes");
  for (int64_t size : op.getSize())
    if (size < 1)
      return emitOptionalError(loc, "size ", size, " of the grid must be at least 1");
  return inferTypes<AffineGridOp>(loc, op, theta.getElementType(), results);
}

Sizes AffineGridOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const int64_t axes = op.getSize().size();
  Size columns = sizes.pop_back_val(), rows = sizes.pop_back_val();
  rules.require((rows == axes) & (columns == axes + 1),
                "theta must have " + Twine(axes) + " rows and " + Twine(axes + 1) +
                    " columns, as there are " + Twine(axes) + " sizes");
  for (int64_t size : op.getSize())
    sizes.push_back(size);
  sizes.push_back(axes);
  return sizes;
}

/// Coordinates from -1 to 1 of places along an axis.
static Expr coordinatesTo(RuleBuilder &b, int64_t size, bool alignCorners, Type element) {
  Expr place = iota(b, RankedTensorType::get({size}, element), 0);
  if (!alignCorners)
    return (place * 2.0 + 1.0) / double(size) - 1.0;
  return size == 1 ? place : place * 2.0 / double(size - 1) - 1.0;
}

// Axis by axis: theta[..., 0] x + theta[..., 1] y + theta[..., 2].
Values AffineGridOp::decompose(RuleBuilder &b) {
  Expr theta = widened(b(getTheta()));
  const int64_t axes = getSize().size(), first = theta.rank() - 2, rank = first + axes + 1;
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(first, first + axes));
  auto column = [&](int64_t j) { return expand_dims(pickAlong(theta, first + 1, j), spatial); };
  Expr grid = column(axes);
  for (int64_t j = 0; j < axes; ++j) {
    const int64_t axis = axes - 1 - j;
    Expr along = coordinatesTo(b, getSize()[axis], getAlignCorners(), theta.elementType());
    grid = grid + column(j) * besideAxis(along, first + axis, rank);
  }
  return {castTo(grid, getType().getElementType())};
}

//--- grid_sample

LogicalResult GridSampleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                             SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(op.getX().getType()),
       grid = cast<RankedTensorType>(op.getGrid().getType());
  if (x.getElementType() != grid.getElementType())
    return emitOptionalError(loc, "element types differ: ", x, " and ", grid,
                             "; cast one of them first");
  const StringRef mode = op.getMode(), padding = op.getPaddingMode();
  if (!llvm::is_contained({"bilinear", "nearest", "bicubic"}, mode))
    return emitOptionalError(loc, "mode is \"", mode,
                             "\", but expected \"bilinear\", \"nearest\" or \"bicubic\"");
  if (!llvm::is_contained({"zeros", "border", "reflection"}, padding))
    return emitOptionalError(loc, "padding_mode is \"", padding,
                             "\", but expected \"zeros\", \"border\" or \"reflection\"");
  const int64_t axes = grid.getRank() == 0 ? 0 : grid.getShape().back();
  if (axes < 1 || axes > 3) // an open size is negative
    return emitOptionalError(loc, "the last size of the grid, ", grid,
                             ", must be known, and 1, 2 or 3: the coordinates of a place");
  if (x.getRank() != grid.getRank() || x.getRank() < axes + 1)
    return emitOptionalError(loc, "x is ", x, " and the grid ", grid,
                             "; both need the same batch, ", axes, " spatial axes, and one more");
  if (mode == "bicubic" && axes == 3)
    return emitOptionalError(loc, "\"bicubic\" is for one or two spatial axes; use \"bilinear\"");
  return inferTypes<GridSampleOp>(loc, op, x.getElementType(), results);
}

Sizes GridSampleOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes x = rules.sizes(0), sizes = rules.sizes(1);
  const int64_t axes = cast<RankedTensorType>(op.getGrid().getType()).getShape().back();
  const size_t first = x.size() - 1 - axes;
  for (size_t axis = 0; axis < first; ++axis)
    sizes[axis] = rules.same(x[axis], sizes[axis],
                             "x and the grid do not have the same size along axis " + Twine(axis));
  for (size_t axis = first; axis + 1 < x.size(); ++axis)
    rules.require(Size(1) <= x[axis], "axis " + Twine(axis) + " of x has no elements");
  sizes.back() = x.back();
  return sizes;
}

namespace {

/// Elements along one spatial axis, one for each place: which, whether it is in x, and how much it
/// counts; null: it is, and counts 1.
struct Sampled {
  Expr at, isInside, weight;
};
using Samples = SmallVector<Sampled, 4>;

/// A spatial axis: the coordinates of places, in elements.
class SampledAxis {
public:
  SampledAxis(GridSampleOp op, const Expr &coordinate, const AxisSize &axis);

  Samples samples() const;

private:
  Expr within(const Expr &s) const;
  Expr mirrored(const Expr &s) const;
  Sampled sample(const Expr &index, const Expr &weight) const;

  StringRef mode, padding;
  bool alignCorners;
  Expr size, last, index; // as floats; `index` is where the places are
};

SampledAxis::SampledAxis(GridSampleOp op, const Expr &coordinate, const AxisSize &axis)
    : mode(op.getMode()), padding(op.getPaddingMode()), alignCorners(op.getAlignCorners()),
      size(castTo(axis.vector, coordinate.elementType())), last(size - 1.0) {
  index = alignCorners ? (coordinate + 1.0) / 2.0 * last : ((coordinate + 1.0) * size - 1.0) / 2.0;
}

/// Moved to the border where it is outside. At the border and beyond, the slope is 0.
Expr SampledAxis::within(const Expr &s) const {
  Expr low = where(s > 0.0, s, 0.0);
  return where(low < last, low, last);
}

/// Mirrored at the first and last element, or half an element beyond them.
Expr SampledAxis::mirrored(const Expr &s) const {
  const double edge = alignCorners ? 0 : -0.5;
  Expr span = alignCorners ? last : size;
  Expr isWide = span > 0.0, width = where(isWide, span, 1.0);
  Expr away = abs(s - edge), turns = floor(away / width), rest = away - turns * width;
  Expr isEven = eq(turns, floor(turns / 2.0) * 2.0);
  Expr inside = where(isEven, rest, width - rest) + edge;
  return where(isWide, inside, 0.0);
}

Sampled SampledAxis::sample(const Expr &s, const Expr &weight) const {
  Expr moved = padding == "reflection" && mode == "bicubic" ? mirrored(s) : s;
  Expr at = castTo(minimum(maximum(moved, 0.0), last), IntegerType::get(s.type().getContext(), 64));
  Expr isInside = padding == "zeros" ? and_(s >= 0.0, s <= last) : Expr();
  return {at, isInside, weight};
}

Samples SampledAxis::samples() const {
  if (mode == "bicubic") {
    Expr before = floor(index);
    Samples four;
    for (auto [i, weight] : llvm::enumerate(cubicWeights(index - before)))
      four.push_back(sample(before + (double(i) - 1.0), weight));
    return four;
  }
  Expr s = padding == "reflection" ? mirrored(index) : index;
  if (padding != "zeros")
    s = within(s);
  if (mode == "nearest")
    return {sample(round(s), Expr())};
  Expr before = floor(s), weight = s - before;
  return {sample(before, 1.0 - weight), sample(before + 1.0, weight)};
}

/// The images of a batch, and the places in them: `[batch, places]` each.
struct Sampler {
  Expr rows;                 // all elements of all images, `[elements, channels]`
  Expr image;                // the first row of the image of each place, `[batch, 1]`
  SmallVector<Samples> axes; // by spatial axis
  SmallVector<Expr> steps;   // rows from an element to the next along an axis, vectors of one

  Expr at(ArrayRef<const Sampled *> corner) const;
  Expr sum() const;
};

/// The elements of one corner, times what they count.
Expr Sampler::at(ArrayRef<const Sampled *> corner) const {
  Expr row = image, weight, isInside;
  for (auto [each, step] : llvm::zip_equal(corner, steps)) {
    row = row + each->at * step;
    if (each->weight)
      weight = weight ? weight * each->weight : each->weight;
    if (each->isInside)
      isInside = isInside ? and_(isInside, each->isInside) : each->isInside;
  }
  Expr found = take(rows, row, 0);
  if (isInside)
    found = where(expand_dims(isInside, {2}), found, 0.0);
  return weight ? found * expand_dims(weight, {2}) : found;
}

/// Over all corners: one of the elements along each axis.
Expr Sampler::sum() const {
  size_t corners = 1;
  for (const Samples &axis : axes)
    corners *= axis.size();
  Expr all;
  for (size_t i = 0; i < corners; ++i) {
    SmallVector<const Sampled *> corner;
    size_t rest = i;
    for (const Samples &axis : axes) {
      corner.push_back(&axis[rest % axis.size()]);
      rest /= axis.size();
    }
    all = total(all, at(corner));
  }
  return all;
}

/// All axes from `first` up to `last` as one; with none of them a new one of size 1.
Expr asOneAxis(Expr x, int64_t first, int64_t last) {
  if (first == last)
    return expand_dims(x, {first});
  for (int64_t i = first + 1; i < last; ++i)
    x = mergeAxes(x, first);
  return x;
}

Sampler samplerOf(GridSampleOp op, const Expr &x, const Expr &grid, int64_t first) {
  RuleBuilder &b = x.builder();
  const int64_t last = x.rank() - 1;
  Expr places = asOneAxis(asOneAxis(grid, first, last), 0, first); // [batch, places, n]
  Sampler sampler{asOneAxis(x, 0, last), Expr(), {}, {}};
  Expr step = b.integers({1});
  for (int64_t axis = last - 1; axis >= first; --axis) {
    AxisSize size = sizeAlong(x, axis);
    SampledAxis along(op, pickAlong(places, 2, last - 1 - axis), size);
    sampler.axes.push_back(along.samples());
    sampler.steps.push_back(step);
    step = step * size.vector;
  }
  sampler.image = asRows(countTo(b, sizeAlong(places, 0)) * step);
  return sampler;
}

} // namespace

Values GridSampleOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX())), grid = widened(b(getGrid()));
  const int64_t last = x.rank() - 1, first = last - grid.sizes().back();
  for (int64_t axis = first; axis < last; ++axis)
    x = withAtLeast(x, axis, 1);
  Expr y = samplerOf(*this, x, grid, first).sum(); // [batch, places, channels]
  auto type = getType().clone(x.elementType());
  Expr shape = type.hasStaticShape()
                   ? Expr()
                   : b.join({part(b.shapeOf(getGrid()), 0, last), sizeAlong(x, last).vector});
  return {castTo(reshape(type, y, shape), getType().getElementType())};
}
