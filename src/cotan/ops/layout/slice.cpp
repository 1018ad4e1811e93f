// slice, dynamic_slice, dynamic_update_slice: meaning and derivative. Signature and doc: slice.td.
#include "cotan/ops/layout/limits.h"

#include "cotan/ops/layout/slice.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/layout/strided.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- slice

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  auto starts = adaptor.getStarts(), limits = adaptor.getLimits(), strides = adaptor.getStrides();
  if (failed(verifyOnePerAxis(loc, "starts", starts, type)) ||
      failed(verifyOnePerAxis(loc, "limits", limits, type)) ||
      failed(verifyOnePerAxis(loc, "strides", strides, type)))
    return failure();
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (strides[axis] < 1)
      return emitOptionalError(loc, "stride ", strides[axis], " of axis ", axis,
                               " must be positive; use prim.flip to go backwards");
    if (starts[axis] < 0)
      return emitOptionalError(loc, "start ", starts[axis], " of axis ", axis, " is negative");
  }
  return inferTypes<SliceOp>(loc, adaptor, type.getElementType(), results);
}

Sizes SliceOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    const int64_t start = x.getStarts()[axis], limit = x.getLimits()[axis];
    const bool isOpen = ShapedType::isDynamic(limit);
    if (isOpen && start == 0 && x.getStrides()[axis] == 1)
      continue; // all of it, of whatever size
    Size end = isOpen ? size : limit;
    rules.require((start <= end) & (end <= size),
                  "elements " + Twine(start) + " to " + (isOpen ? "?" : Twine(limit)) +
                      " of axis " + Twine(axis) +
                      " are not a part of the tensor: 0 <= start <= limit <= size is needed");
    size = choose(end == start, 0, (end - start - 1) / x.getStrides()[axis] + 1);
  }
  return sizes;
}

Arrays SliceOp::evaluate(ArrayRef<Array> x) {
  ArrayRef<int64_t> shape = x[0].shape();
  Array y = emptyFor(*this, x);
  SmallVector<int64_t> sizes(y.shape());
  Walk source = Walk::from(getStarts(), shape);
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    source.steps[axis] *= sizes[axis] > 1 ? getStrides()[axis] : 1;
  copyBlock(sizes, x[0], source, y, Walk::through(sizes));
  return {y};
}

/// Whether the slice leaves a part of an axis of unknown size out, other than by its stride.
static bool cutsOpenAxis(SliceOp op) {
  for (auto [axis, size] : llvm::enumerate(op.getX().getType().getShape()))
    if (ShapedType::isDynamic(size) && (op.getStarts()[axis] != 0 || op.getStrides()[axis] != 1 ||
                                        !ShapedType::isDynamic(op.getLimits()[axis])))
      return true;
  return false;
}

Values SliceOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), zero = b.scalar(0.0, dy.elementType());
  SmallVector<int64_t> none(dy.rank(), 0), high(none), between;
  for (int64_t stride : getStrides())
    between.push_back(stride - 1);
  if (cutsOpenAxis(*this)) {
    Expr spread = pad(dy, zero, none, none, between);
    return {dynamic_update_slice(b.zerosLike(getX()), b.integers(getStarts()), spread)};
  }
  for (auto [axis, size] : llvm::enumerate(getX().getType().getShape())) {
    if (ShapedType::isDynamic(size))
      continue;
    int64_t kept = getType().getDimSize(axis);
    int64_t covered = kept == 0 ? 0 : (kept - 1) * getStrides()[axis] + 1;
    high[axis] = size - getStarts()[axis] - covered;
  }
  return {pad(dy, zero, getStarts(), high, between)};
}

/// Of a slice of a slice, in one.
static bool readsThrough(SliceOp op, SliceOp inner) {
  if (!inner || !inner.getX().getType().hasStaticShape() || !inner.getType().hasStaticShape() ||
      !op.getType().hasStaticShape())
    return false;
  SmallVector<int64_t> starts, limits, strides;
  for (auto [axis, size] : llvm::enumerate(op.getType().getShape())) {
    const int64_t step = inner.getStrides()[axis], first = inner.getStarts()[axis];
    starts.push_back(size == 0 ? first : first + step * op.getStarts()[axis]);
    strides.push_back(size > 1 ? step * op.getStrides()[axis] : 1); // else it may be huge
    limits.push_back(size == 0 ? first : starts.back() + (size - 1) * strides.back() + 1);
  }
  op.getXMutable().assign(inner.getX());
  op.setStarts(starts);
  op.setLimits(limits);
  op.setStrides(strides);
  return true;
}

/// The piece that a slice of joined pieces takes whole. Numbers whose parts are joined by one op
/// and taken apart by the next stay apart by this.
static Value pieceTaken(SliceOp op, ConcatOp join) {
  if (!join)
    return {};
  const int64_t along = join.getAxis();
  for (auto [axis, size] : llvm::enumerate(join.getType().getShape())) {
    const int64_t limit = op.getLimits()[axis];
    const bool isWhole =
        op.getStarts()[axis] == 0 && (ShapedType::isDynamic(limit) || limit == size);
    if (op.getStrides()[axis] != 1 || (int64_t(axis) != along && !isWhole))
      return {};
  }
  int64_t start = 0;
  for (Value piece : join.getXs()) {
    const int64_t size = cast<RankedTensorType>(piece.getType()).getDimSize(along);
    if (ShapedType::isDynamic(size))
      return {};
    if (start == op.getStarts()[along] && op.getLimits()[along] == start + size &&
        piece.getType() == op.getType())
      return piece;
    start += size;
  }
  return {};
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  if (Value piece = pieceTaken(*this, getX().getDefiningOp<ConcatOp>()))
    return piece;
  if (readsThrough(*this, getX().getDefiningOp<SliceOp>()))
    return getResult();
  for (auto [axis, size] : llvm::enumerate(getX().getType().getShape())) {
    int64_t limit = getLimits()[axis];
    bool isWhole = ShapedType::isDynamic(limit) || limit == size;
    if (!isWhole || getStarts()[axis] != 0 || getStrides()[axis] != 1)
      return nullptr;
  }
  return getX();
}

Values SliceOp::batch(Batch &x) {
  return x.again({x.prefixed(getStartsAttrName(), 0),
                  x.prefixed(getLimitsAttrName(), ShapedType::kDynamic),
                  x.prefixed(getStridesAttrName(), 1)});
}

bool SliceOp::keepsRows(unsigned) {
  return getType().getRank() > 0 && getStarts()[0] == 0 && getStrides()[0] == 1;
}

Lanes SliceOp::lower(Element &x) {
  Place at = placeOf(x);
  for (auto [axis, position] : llvm::enumerate(at))
    position = position * getStrides()[axis] + getStarts()[axis];
  return x.read(0, at);
}

//--- dynamic_slice, dynamic_update_slice

/// The start moved so that a block of these sizes lies inside an array of this shape.
static SmallVector<int64_t> fittedStart(const Array &start, ArrayRef<int64_t> sizes,
                                        ArrayRef<int64_t> shape) {
  SmallVector<int64_t> corner = start.asInts();
  for (auto [axis, position] : llvm::enumerate(corner))
    position = std::clamp<int64_t>(position, 0, shape[axis] - sizes[axis]);
  return corner;
}

static LogicalResult verifyBlock(SaysSizes op, RankedTensorType whole, RankedTensorType block) {
  if (whole.getElementType() != block.getElementType() || whole.getRank() != block.getRank())
    return op->emitOpError() << block << " is no block of " << whole
                             << ": element types and ranks must be the same";
  return verifySizes(op);
}

LogicalResult DynamicSliceOp::verify() { return verifyBlock(*this, getX().getType(), getType()); }

Arrays DynamicSliceOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  ArrayRef<int64_t> sizes = y.shape();
  SmallVector<int64_t> corner = fittedStart(x[1], sizes, x[0].shape());
  copyBlock(sizes, x[0], Walk::from(corner, x[0].shape()), y, Walk::through(sizes));
  return {y};
}

/// A block of these sizes must fit into operand 0, and the start (operand 1) have a number per
/// axis.
static void requireBlock(SizeRules &rules, ArrayRef<Size> block) {
  rules.requireEqual(rules.size(1, 0), block.size(), "start must have one number per axis");
  for (auto [axis, size] : llvm::enumerate(block))
    rules.require(size <= rules.size(0, axis), "the block does not fit along axis " + Twine(axis));
}

/// fittedStart along one axis.
static Lanes fittedStart(Element &x, int64_t axis, const Lanes &blockSize) {
  Lanes start = numberAt(x, 1, axis);
  return clamped(start, start.same(0), asNumber(x, x.size(0, axis)) - blockSize);
}

Sizes DynamicSliceOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = sizesGiven(rules, getType(), getShape() ? std::optional(2) : std::nullopt);
  requireBlock(rules, sizes);
  return sizes;
}

Lanes DynamicSliceOp::lower(Element &x) {
  Place at = placeOf(x);
  for (auto [axis, size] : llvm::enumerate(getType().getShape())) {
    if (size == getX().getType().getDimSize(axis) && !ShapedType::isDynamic(size))
      continue; // all of the axis: it starts at 0
    at[axis] = at[axis] + Position(fittedStart(x, axis, sizeGiven(x, getType(), 2, axis)));
  }
  return x.read(0, at);
}

Values DynamicSliceOp::vjp(RuleBuilder &b, ValueRange g) {
  Values answer = {dynamic_update_slice(b.zerosLike(getX()), b(getStart()), b(g[0]))};
  answer.resize(getNumOperands()); // nothing flows to the start and the shape
  return answer;
}

LogicalResult DynamicUpdateSliceOp::verify() {
  return verifyBlock(*this, getX().getType(), getUpdate().getType());
}

Arrays DynamicUpdateSliceOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  ArrayRef<int64_t> shape = y.shape(), sizes = x[2].shape();
  SmallVector<int64_t> corner = fittedStart(x[1], sizes, shape);
  std::memcpy(y.mutableData(), x[0].data(), y.bytes());
  copyBlock(sizes, x[2], Walk::through(sizes), y, Walk::from(corner, shape));
  return {y};
}

Values DynamicUpdateSliceOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), start = b(getStart()), dx, du;
  RankedTensorType type = getUpdate().getType();
  if (b.needs(0))
    dx = dynamic_update_slice(dy, start, b.zerosLike(getUpdate()));
  if (b.needs(2))
    du = dynamic_slice(type, dy, start, type.hasStaticShape() ? Expr() : b.shapeOf(getUpdate()));
  return {dx, Expr(), du};
}

Sizes DynamicUpdateSliceOp::sizes(SizeRules &rules, unsigned) {
  requireBlock(rules, rules.sizes(2));
  return rules.sizes(0);
}

Lanes DynamicUpdateSliceOp::lower(Element &x) {
  Place at = placeOf(x);
  Lanes isInside;
  for (auto [axis, size] : llvm::enumerate(getUpdate().getType().getShape())) {
    if (size == getType().getDimSize(axis) && !ShapedType::isDynamic(size))
      continue; // all of the axis: it starts at 0
    Lanes blockSize = asNumber(x, x.size(2, axis)), start = fittedStart(x, axis, blockSize);
    Lanes distance = x.placeNumbers(axis) - start;
    isInside = both(isInside, (distance >= 0.0) & (distance < blockSize));
    at[axis] = at[axis] - Position(start);
  }
  return isInside ? x.readIf(isInside, 2, at, x[0]) : x.read(2, at);
}

// A formula where most is new; a block alone is put into the memory of x.
RuntimeCall DynamicUpdateSliceOp::runtimeCall() {
  RankedTensorType whole = getType(), block = getUpdate().getType();
  if (whole.hasStaticShape() && block.hasStaticShape() &&
      block.getNumElements() > whole.getNumElements() / 4)
    return {};
  return {"cotan_update_block"};
}

Update DynamicUpdateSliceOp::update(Element &x) {
  Place at = placeOf(x);
  for (auto [axis, position] : llvm::enumerate(at))
    position = position + Position(fittedStart(x, axis, asNumber(x, x.size(2, axis))));
  return {at, {}, x[2]};
}

Value DynamicUpdateSliceOp::addTo(RuleBuilder &b, Value sum) {
  if (!isZeros(getX()))
    return {};
  RankedTensorType type = getUpdate().getType();
  Expr start = b(getStart()), shape = type.hasStaticShape() ? Expr() : b.shapeOf(getUpdate());
  Expr block = dynamic_slice(type, b(sum), start, shape) + b(getUpdate());
  return dynamic_update_slice(b(sum), start, block).value();
}

//--- batches of blocks, each lane's at a place of its own

namespace {

/// A block along one axis after another, in a tensor whose lanes have static shapes.
class LaneBlocks {
public:
  LaneBlocks(Batch &x, RankedTensorType whole, RankedTensorType block)
      : axis(x.axis()), b(x.builder()), start(x[1]), whole(whole.getShape()),
        block(block.getShape()) {
    for (auto [i, size] : llvm::enumerate(this->block))
      if (size != this->whole[i])
        axes.push_back(i);
  }

  ArrayRef<int64_t> movedAxes() const { return axes; }

  /// Along axis `a` of the lanes, the places in the whole of the elements of the block.
  Expr placesInWhole(int64_t a) { return fittedStart(a) + count(block[a]); }
  /// The places in the block of the elements of the whole, in it or not.
  Expr placesInBlock(int64_t a) { return count(whole[a]) - fittedStart(a); }

  /// Places (lane, place) along axis `a`, repeated for a tensor whose lanes have these sizes.
  Expr repeat(const Expr &places, int64_t a, ArrayRef<int64_t> sizes) {
    RankedTensorType type = axis.type(RankedTensorType::get(sizes, places.elementType()));
    Expr shape = type.hasStaticShape() ? Expr() : axis.shape(b.integers(sizes));
    return broadcast(type, alignedWith(places, a), shape);
  }
  /// `places` with axes of size 1 for those of the lanes other than `a`.
  Expr alignedWith(const Expr &places, int64_t a) {
    SmallVector<int64_t> others;
    for (int64_t i = 0; i < int64_t(whole.size()); ++i)
      if (i != a)
        others.push_back(i + 1);
    return expand_dims(places, others);
  }

private:
  Expr count(int64_t size) {
    return iota(b, RankedTensorType::get({size}, start.elementType()), 0);
  }
  /// A column: one number per lane.
  Expr fittedStart(int64_t a) {
    Expr column = slice(start, {0, a}, {ShapedType::kDynamic, a + 1}, {1, 1});
    return minimum(maximum(column, 0.0), double(whole[a] - block[a]));
  }

  const BatchAxis &axis;
  RuleBuilder &b;
  Expr start;
  SmallVector<int64_t> whole, block, axes;
};

} // namespace

Values DynamicSliceOp::batch(Batch &x) {
  RuleBuilder &b = x.builder();
  if (getShape() && x.isBatched(2))
    return {};
  if (!x.isBatched(1))
    return {dynamic_slice(x.type(), x[0], b.join({b.integers({0}), x[1]}), x.shapeFrom(2))};
  if (!getX().getType().hasStaticShape() || !getType().hasStaticShape())
    return {}; // whether blocks fit would have to be checked here
  LaneBlocks blocks(x, getX().getType(), getType());
  Expr y = x.whole(0);
  SmallVector<int64_t> sizes(getX().getType().getShape());
  for (int64_t a : blocks.movedAxes()) {
    sizes[a] = getType().getDimSize(a);
    y = take_along_axis(y, blocks.repeat(blocks.placesInWhole(a), a, sizes), a + 1);
  }
  return {y};
}

// Along a single axis the block is put in; along several, each element asks whether it is in the
// block.
Values DynamicUpdateSliceOp::batch(Batch &x) {
  RuleBuilder &b = x.builder();
  if (!x.isBatched(1))
    return {dynamic_update_slice(x.whole(0), b.join({b.integers({0}), x[1]}), x.whole(2))};
  RankedTensorType type = getType(), update = getUpdate().getType();
  if (!type.hasStaticShape() || !update.hasStaticShape())
    return {}; // whether blocks fit would have to be checked here
  LaneBlocks blocks(x, type, update);
  ArrayRef<int64_t> axes = blocks.movedAxes();
  if (axes.empty() || update.getNumElements() == 0)
    return {x.whole(axes.empty() ? 2 : 0)};
  if (axes.size() == 1) {
    Expr places = blocks.repeat(blocks.placesInWhole(axes[0]), axes[0], update.getShape());
    return {put_along_axis(x.whole(0), places, x.whole(2), axes[0] + 1)};
  }
  Expr spread = x.whole(2), isInside;
  SmallVector<int64_t> sizes(update.getShape());
  for (int64_t a : axes) {
    Expr places = blocks.placesInBlock(a);
    Expr isThere = and_(places >= 0.0, places < double(sizes[a]));
    isThere = blocks.alignedWith(isThere, a);
    isInside = isInside ? and_(isInside, isThere) : isThere;
    sizes[a] = type.getDimSize(a);
    spread = take_along_axis(spread, blocks.repeat(places, a, sizes), a + 1);
  }
  return {where(isInside, spread, x.whole(0))};
}
