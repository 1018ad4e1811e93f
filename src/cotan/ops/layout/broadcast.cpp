// shape, broadcast, sum_to: meaning and derivative. Signature and doc: broadcast.td.
#include "cotan/ops/layout/broadcast.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// For each axis of `large`, how far a step along it moves in an array of shape `small`.
SmallVector<int64_t> repeatedStrides(ArrayRef<int64_t> small, ArrayRef<int64_t> large) {
  auto strides = stridesOf(small);
  SmallVector<int64_t> result(large.size(), 0);
  assert(small.size() <= large.size() && "the verifier compares ranks");
  size_t offset = large.size() - small.size();
  for (size_t i = 0; i < small.size(); ++i)
    result[offset + i] = small[i] == 1 ? 0 : strides[i];
  return result;
}

LogicalResult verifyRepeats(SaysSizes op, RankedTensorType small, RankedTensorType large) {
  if (small.getElementType() != large.getElementType())
    return op->emitOpError("changes the element type from ")
           << op->getOperand(0).getType() << " to " << op->getResult(0).getType();
  if (small.getRank() > large.getRank())
    return op->emitOpError("cannot repeat ") << small << " to fewer axes: " << large;
  return verifySizes(op);
}

/// The small sizes must equal the large ones or be 1.
void requireRepeats(SizeRules &rules, ArrayRef<Size> small, ArrayRef<Size> large) {
  for (auto [i, size] : llvm::enumerate(small))
    rules.require((size == 1) | (size == large[large.size() - small.size() + i]),
                  "the shape cannot be repeated: the size of axis " + Twine(i) +
                      " is neither 1 nor that of the larger shape");
}

} // namespace

//--- shape

Arrays ShapeOp::evaluate(ArrayRef<Array> x) { return {Array::vector(x[0].shape())}; }

LogicalResult ShapeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                        Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferTypes<ShapeOp>(loc, adaptor, IntegerType::get(context, 64), results);
}

OpFoldResult ShapeOp::fold(FoldAdaptor) {
  if (!getX().getType().hasStaticShape())
    return nullptr;
  return DenseElementsAttr::get(getType(), getX().getType().getShape());
}

// All lanes have one shape.
Values ShapeOp::batch(Batch &x) {
  return {slice(x.builder().shapeOf(x[0].value()), {1}, {ShapedType::kDynamic}, {1})};
}

Sizes ShapeOp::sizes(Adaptor, SizeRules &rules, unsigned) { return {rules.rank(0)}; }

Lanes ShapeOp::lower(Element &x) {
  Lanes axis = x.placeNumbers(0), size = axis.same(0);
  for (int64_t i = 0; i < getX().getType().getRank(); ++i)
    size = select(axis == double(i), asNumber(x, x.size(0, i)), size);
  return size;
}

Arrays BroadcastShapesOp::evaluate(ArrayRef<Array> shapes) {
  SmallVector<int64_t> common(shapeOf(*this, shapes)[0], 1);
  for (const Array &shape : shapes) {
    SmallVector<int64_t> sizes = shape.asInts();
    for (size_t i = 0; i < sizes.size(); ++i) {
      int64_t &size = common[common.size() - sizes.size() + i];
      if (size != sizes[i] && size != 1 && sizes[i] != 1)
        throw EvaluationError("shapes do not fit together: " + printShape(common) + " and " +
                              printShape(sizes));
      size = size == 1 ? sizes[i] : size;
    }
  }
  return {Array::vector(common)};
}

static bool hasKnownLengths(BroadcastShapesOp op) {
  return llvm::all_of(op.getShapes(), [](Value shape) {
    return cast<RankedTensorType>(shape.getType()).hasStaticShape();
  });
}

/// Where lengths are open, the shapes cannot be compared size by size here: the runtime does.
static void requireCommonShape(BroadcastShapesOp op, SizeRules &rules, int64_t rank) {
  Sizes common(rank, 1);
  for (auto [i, shape] : llvm::enumerate(op.getShapes())) {
    const int64_t length = cast<RankedTensorType>(shape.getType()).getDimSize(0);
    for (int64_t at = 0; at < length; ++at) {
      Size &size = common[rank - length + at];
      size = rules.together(size, rules.number(i, at),
                            "shapes do not fit together: sizes " + Twine(at - length) +
                                " from the end are neither equal nor 1");
    }
  }
}

Sizes BroadcastShapesOp::sizes(SizeRules &rules, unsigned) {
  Size rank = 0;
  int64_t knownRank = 0;
  for (auto [i, shape] : llvm::enumerate(getShapes())) {
    rank = maximum(rank, rules.size(i, 0));
    knownRank = std::max(knownRank, cast<RankedTensorType>(shape.getType()).getDimSize(0));
  }
  if (hasKnownLengths(*this))
    requireCommonShape(*this, rules, knownRank);
  return {rank};
}

Lanes BroadcastShapesOp::lower(Element &x) {
  Lanes one = x.builder().integer(DType::i64, 1), size = one;
  int64_t rank = 0;
  for (Value shape : getShapes())
    rank = std::max(rank, cast<RankedTensorType>(shape.getType()).getDimSize(0));
  for (auto [i, shape] : llvm::enumerate(getShapes())) {
    int64_t missing = rank - cast<RankedTensorType>(shape.getType()).getDimSize(0);
    Lanes isThere = x.placeNumbers(0) >= double(missing);
    Lanes other = x.readIf(isThere, i, {x.place()[0] - missing}, one);
    size = select(size == one, other, size);
  }
  return size;
}

RuntimeCall BroadcastShapesOp::runtimeCall() {
  if (hasKnownLengths(*this))
    return {};
  return {"cotan_broadcast_shapes", {int64_t(getShapes().size())}};
}

//--- broadcast

Arrays BroadcastOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  SmallVector<int64_t> strides = repeatedStrides(x[0].shape(), y.shape());
  visitBits(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = x[0].values<T>();
    auto to = y.mutableValues<T>();
    size_t i = 0;
    forEachIndex(y.shape(), strides, [&](int64_t source) { to[i++] = from[source]; });
  });
  return {y};
}

Values BroadcastOp::vjp(RuleBuilder &b, ValueRange g) {
  Values answer = {sumLike(b, b(g[0]), getX())};
  answer.resize(getNumOperands()); // nothing flows to a shape
  return answer;
}

/// `x` with axes of size 1 behind the first, so that it has `rank` axes.
static Expr withRank(const Expr &x, int64_t rank) {
  return expand_dims(x, llvm::to_vector(llvm::seq<int64_t>(1, rank - x.rank() + 1)));
}

Values BroadcastOp::batch(Batch &x) {
  if (getShape() && x.isBatched(1))
    return {};
  return {broadcast(x.type(), withRank(x[0], x.type().getRank()), x.shapeFrom(1))};
}

OpFoldResult BroadcastOp::fold(FoldAdaptor constants) {
  if (getX().getType() == getType() && getType().hasStaticShape())
    return getX();
  auto value = dyn_cast_or_null<DenseElementsAttr>(constants.getX());
  if (value && value.isSplat() && getType().hasStaticShape())
    return value.resizeSplat(getType());
  return nullptr;
}

LogicalResult BroadcastOp::verify() { return verifyRepeats(*this, getX().getType(), getType()); }

Sizes BroadcastOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = sizesGiven(rules, getType(), getShape() ? std::optional(1) : std::nullopt);
  requireRepeats(rules, rules.sizes(0), sizes);
  return sizes;
}

Follows BroadcastOp::follows(unsigned i) {
  if (i != 0)
    return std::nullopt;
  SmallVector<int64_t> axes;
  int64_t added = getType().getRank() - getX().getType().getRank();
  for (auto [axis, size] : llvm::enumerate(getX().getType().getShape())) {
    bool isOne = size == 1 || getType().getDimSize(added + axis) == 1;
    if (ShapedType::isDynamic(size) && !isOne)
      return std::nullopt; // it may be 1 or not
    axes.push_back(isOne ? -1 : added + axis);
  }
  return axes;
}

// Whether an axis of unknown size is repeated is known at run time only. Along the axis on which
// the lanes differ, both ways of reading it are of neighbours; a mix of them would be none.
Lanes BroadcastOp::lower(Element &x) {
  Position zero(x.builder(), int64_t(0));
  Place at;
  Lanes repeats; // along the axis `varying`
  size_t varying = 0;
  int64_t added = getType().getRank() - getX().getType().getRank();
  for (auto [axis, size] : llvm::enumerate(getX().getType().getShape())) {
    const Position &own = x.place()[added + axis];
    at.push_back(size == 1 ? zero : own);
    if (!ShapedType::isDynamic(size))
      continue;
    Lanes isOne = asNumber(x, x.size(0, axis)) == 1.0;
    if (!own.varies() || repeats) {
      Lanes place = x.placeNumbers(added + axis);
      at.back() = Position(select(isOne, place.same(0), place));
      continue;
    }
    repeats = isOne;
    varying = axis;
  }
  if (!repeats)
    return x.read(0, at);
  Place fixed = at;
  fixed[varying] = zero;
  return x.readIf(~repeats, 0, at, x.read(0, fixed));
}

//--- sum_to

Arrays SumToOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  SmallVector<int64_t> strides = repeatedStrides(y.shape(), x[0].shape());
  visitNumber(y.dtype(), [&](auto element) {
    using T = decltype(element);
    std::vector<Precise<T>> sums(y.size());
    auto from = x[0].values<T>();
    size_t i = 0;
    forEachIndex(x[0].shape(), strides, [&](int64_t target) {
      auto value = static_cast<Precise<T>>(from[i++]);
      if constexpr (std::is_same_v<Precise<T>, int64_t>)
        sums[target] = int64_t(uint64_t(sums[target]) + uint64_t(value));
      else
        sums[target] += value;
    });
    auto to = y.mutableValues<T>();
    for (size_t j = 0; j < to.size(); ++j)
      to[j] = static_cast<T>(sums[j]);
  });
  return {y};
}

Values SumToOp::vjp(RuleBuilder &b, ValueRange g) {
  Values answer = {broadcastLike(b, b(g[0]), getX())};
  answer.resize(getNumOperands()); // nothing flows to a shape
  return answer;
}

Values SumToOp::batch(Batch &x) {
  if (getShape() && x.isBatched(1))
    return {};
  // Axes that the result lacks; the others are aligned at the last one.
  auto missing = llvm::to_vector(llvm::seq<int64_t>(1, x[0].rank() - x.type().getRank() + 1));
  return {sum_to(x.type(), sum(x[0], missing), x.shapeFrom(1))};
}

OpFoldResult SumToOp::fold(FoldAdaptor) {
  return getX().getType() == getType() && getType().hasStaticShape() ? OpFoldResult(getX())
                                                                     : nullptr;
}

LogicalResult SumToOp::verify() { return verifyRepeats(*this, getType(), getX().getType()); }

Sizes SumToOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = sizesGiven(rules, getType(), getShape() ? std::optional(1) : std::nullopt);
  requireRepeats(rules, sizes, rules.sizes(0));
  return sizes;
}

RuntimeCall SumToOp::runtimeCall() { return {"cotan_sum_to"}; }
