// pad: meaning and derivative. Signature and doc: pad.td.
#include "cotan/ops/layout/pad.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/layout/strided.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

// The derivative rule negates and increments the attributes.
static bool canNegateAndIncrement(int64_t low, int64_t high, int64_t interior) {
  using Limits = std::numeric_limits<int64_t>;
  return low > Limits::min() && high > Limits::min() && interior < Limits::max();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  auto low = adaptor.getLow(), high = adaptor.getHigh(), interior = adaptor.getInterior();
  if (failed(verifyOnePerAxis(loc, "low", low, type)) ||
      failed(verifyOnePerAxis(loc, "high", high, type)) ||
      failed(verifyOnePerAxis(loc, "interior", interior, type)))
    return failure();
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (interior[axis] < 0)
      return emitOptionalError(loc, "interior ", interior[axis], " of axis ", axis,
                               " is negative; use prim.slice with strides to leave elements out");
    if (!canNegateAndIncrement(low[axis], high[axis], interior[axis]))
      return emitOptionalError(loc, "low ", low[axis], ", high ", high[axis], " and interior ",
                               interior[axis], " of axis ", axis, " make no tensor that can exist");
  }
  return inferTypes<PadOp>(loc, adaptor, type.getElementType(), results);
}

Sizes PadOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    const int64_t low = x.getLow()[axis], high = x.getHigh()[axis];
    Size dilated = choose(size == 0, 0, (size - 1) * (Size(x.getInterior()[axis]) + 1) + 1);
    size = dilated + low + high;
    rules.require(0 <= size, "low " + Twine(low) + " and high " + Twine(high) +
                                 " cut more than there is from axis " + Twine(axis));
  }
  return sizes;
}

Arrays PadOp::evaluate(ArrayRef<Array> x) {
  ArrayRef<int64_t> shape = x[0].shape();
  SmallVector<int64_t> sizes = shapeOf(*this, x), kept, first(shape.size()), place(shape.size());
  for (auto [axis, size] : llvm::enumerate(shape)) {
    const int64_t low = getLow()[axis];
    const __int128 step = __int128(getInterior()[axis]) + 1, padded = sizes[axis];
    // Element i lands at low + i * step: the first and the last that land inside.
    __int128 begin = low < 0 ? (-__int128(low) + step - 1) / step : 0;
    __int128 end = std::min<__int128>(size, padded - low <= 0 ? 0 : (padded - low - 1) / step + 1);
    kept.push_back(std::max<int64_t>(0, int64_t(end - std::min(begin, end))));
    first[axis] = kept.back() ? int64_t(begin) : 0;
    place[axis] = kept.back() ? int64_t(low + begin * step) : 0;
  }
  Array y(x[0].dtype(), sizes);
  Walk everywhere{0, SmallVector<int64_t, 4>(sizes.size(), 0)};
  copyBlock(sizes, x[1], everywhere, y, Walk::through(sizes));
  Walk target = Walk::from(place, sizes);
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    target.steps[axis] *= kept[axis] > 1 ? getInterior()[axis] + 1 : 1;
  if (!llvm::is_contained(kept, 0))
    copyBlock(kept, x[0], Walk::from(first, shape), y, target);
  return {y};
}

static SmallVector<int64_t> negated(ArrayRef<int64_t> values) {
  return llvm::map_to_vector(values, [](int64_t value) { return -value; });
}

Values PadOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), zero = b.scalar(0.0, dy.elementType());
  SmallVector<int64_t> none(dy.rank(), 0), everything(dy.rank(), ShapedType::kDynamic), strides;
  for (int64_t interior : getInterior())
    strides.push_back(interior + 1);
  Expr unpadded = pad(dy, zero, negated(getLow()), negated(getHigh()), none);
  Expr dx = asType(slice(unpadded, none, everything, strides), getX().getType());
  if (!b.needs(1))
    return {dx, Expr()};
  // What does not come from x is padding.
  Expr put = asType(pad(dx, zero, getLow(), getHigh(), getInterior()), dy.type());
  auto padding = [&](const Expr &all) {
    auto type = RankedTensorType::get({}, all.elementType());
    return sum_to(type, all - castTo(put, all.elementType()), Expr());
  };
  return {dx, inComputedType(dy, padding)};
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  auto isZero = [](int64_t value) { return value == 0; };
  bool isIdentity = llvm::all_of(getLow(), isZero) && llvm::all_of(getHigh(), isZero) &&
                    llvm::all_of(getInterior(), isZero);
  return isIdentity ? OpFoldResult(getX()) : nullptr;
}

// Only where x is a small part of what is large: else loops over all of it take less time.
Value PadOp::addTo(RuleBuilder &b, Value sum) {
  constexpr int64_t leastElements = 1024, leastRatio = 8;
  std::optional<PlacedBlock> placed = placedBlock();
  if (!placed || getType().getNumElements() < leastElements ||
      getType().getNumElements() < leastRatio * getX().getType().getNumElements())
    return {};
  Expr start = b.integers(placed->start);
  Expr block = dynamic_slice(getX().getType(), b(sum), start, Expr()) + b(getX());
  return dynamic_update_slice(b(sum), start, block).value();
}

std::optional<PlacedBlock> PadOp::placedBlock() {
  auto isNegative = [](int64_t count) { return count < 0; };
  if (!getType().hasStaticShape() || !isZeros(getPaddingValue()) ||
      llvm::any_of(getLow(), isNegative) || llvm::any_of(getHigh(), isNegative) ||
      !llvm::all_of(getInterior(), [](int64_t count) { return count == 0; }))
    return std::nullopt;
  return PlacedBlock{getX(), SmallVector<int64_t>(getLow())};
}

//--- machine code

Follows PadOp::follows(unsigned i) {
  if (i == 0)
    return std::nullopt;
  return SmallVector<int64_t>(); // the padding value is 0-d
}

bool PadOp::keepsRows(unsigned i) {
  return i == 0 && getType().getRank() > 0 && getLow()[0] == 0 && getInterior()[0] == 0;
}

/// Where along an axis of x the element at `place` comes from, and whether it does; a condition
/// that always holds is left out. Places count from the first element, before which a negative
/// `low` has no place: the numbers are unsigned then, as they may be beyond 2^63.
static Position sourceOf(PadOp op, Element &x, int64_t axis, Lanes &comesFromX) {
  int64_t low = op.getLow()[axis], step = op.getInterior()[axis] + 1;
  Position source = x.place()[axis] - low;
  if (low <= 0 && op.getHigh()[axis] <= 0 && step == 1)
    return source;
  const DType type = low < 0 ? DType::ui64 : DType::i64;
  Lanes number = convert(x.placeNumbers(axis), type) - x.builder().integer(type, low);
  Lanes size = convert(asNumber(x, x.size(0, axis)), type);
  if (low > 0)
    comesFromX = both(comesFromX, number >= 0.0);
  if (step != 1) {
    Lanes distance = x.builder().integer(type, step);
    comesFromX = both(comesFromX, remainder(number, distance) == 0.0);
    number = number / distance;
    source = Position(convert(number, DType::i64));
  }
  if (op.getHigh()[axis] > 0 || step != 1)
    comesFromX = both(comesFromX, number < size);
  return source;
}

Lanes PadOp::lower(Element &x) {
  Place at;
  Lanes comesFromX;
  for (int64_t axis = 0; axis < getType().getRank(); ++axis)
    at.push_back(sourceOf(*this, x, axis, comesFromX));
  if (!comesFromX)
    return x.read(0, at);
  return x.readIf(comesFromX, 0, at, x.read(1, {}));
}

// A value of each lane's own goes to the places where padding puts a true.
Values PadOp::batch(Batch &x) {
  auto lowerBy = [](ArrayRef<int64_t> values) {
    SmallVector<int64_t> all = {0};
    llvm::append_range(all, values);
    return all;
  };
  auto padWith = [&](const Expr &inner, const Expr &value) {
    return pad(inner, value, lowerBy(getLow()), lowerBy(getHigh()), lowerBy(getInterior()));
  };
  if (!x.isBatched(1))
    return {padWith(x[0], x[1])};
  RuleBuilder &b = x.builder();
  Type boolean = IntegerType::get(getContext(), 1);
  Expr inner = x.whole(0), no = broadcastLike(b.scalar(0, boolean), inner);
  Expr isPadding = padWith(no, b.scalar(1, boolean));
  Expr padded = padWith(inner, b.scalar(0, inner.elementType()));
  auto axes = llvm::to_vector(llvm::seq<int64_t>(1, inner.rank()));
  return {where(isPadding, expand_dims(x[1], axes), padded)};
}
