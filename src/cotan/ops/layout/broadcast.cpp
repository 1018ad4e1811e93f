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
  for (size_t i = 0; i < small.size(); ++i) {
    if (small[i] == large[offset + i] && small[i] != 1)
      result[offset + i] = strides[i];
    else if (small[i] != 1 && small[i] != large[offset + i])
      throw EvaluationError("shape " + printShape(small) + " cannot be repeated to " +
                            printShape(large));
  }
  return result;
}

LogicalResult verifyRepeats(Operation *op, RankedTensorType small, RankedTensorType large,
                            Value shape) {
  if (small.getElementType() != large.getElementType())
    return op->emitOpError("changes the element type from ")
           << op->getOperand(0).getType() << " to " << op->getResult(0).getType();
  if (small.getRank() > large.getRank())
    return op->emitOpError("cannot repeat ") << small << " to fewer axes: " << large;
  for (int64_t i = 1; i <= small.getRank(); ++i) {
    int64_t from = small.getDimSize(small.getRank() - i),
            to = large.getDimSize(large.getRank() - i);
    if (from != to && from != 1 && !ShapedType::isDynamic(from) && !ShapedType::isDynamic(to))
      return op->emitOpError("cannot repeat ")
             << small << " to " << large << ": size " << from << " does not fit " << to;
  }
  return verifyShapeOperand(op, cast<RankedTensorType>(op->getResult(0).getType()), shape);
}

} // namespace

//--- shape

Arrays ShapeOp::evaluate(ArrayRef<Array> x) { return {Array::vector(x[0].shape())}; }

LogicalResult ShapeOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                                        Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getX().getType());
  if (!type)
    return failure();
  results.push_back(RankedTensorType::get({type.getRank()}, IntegerType::get(context, 64)));
  return success();
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

Sizes ShapeOp::sizes(SizeBuilder &b, unsigned) {
  return {b.ir().getInt64(getX().getType().getRank())};
}

Lanes ShapeOp::lower(Element &x) {
  Lanes axis = x.placeNumbers(0), size = axis.same(0);
  for (int64_t i = 0; i < getX().getType().getRank(); ++i)
    size = select(axis == double(i), asNumber(x, x.size(0, i)), size);
  return size;
}

Arrays BroadcastShapesOp::evaluate(ArrayRef<Array> shapes) {
  SmallVector<int64_t> common;
  for (const Array &shape : shapes) {
    SmallVector<int64_t> sizes = shape.asInts();
    if (sizes.size() > common.size())
      common.insert(common.begin(), sizes.size() - common.size(), 1);
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
static void requireCommonShape(BroadcastShapesOp op, SizeBuilder &b, int64_t rank) {
  llvm::IRBuilder<> &ir = b.ir();
  llvm::Value *one = ir.getInt64(1);
  SmallVector<llvm::Value *> common(rank, one);
  for (auto [i, shape] : llvm::enumerate(op.getShapes())) {
    int64_t length = cast<RankedTensorType>(shape.getType()).getDimSize(0);
    for (int64_t at = 0; at < length; ++at) {
      llvm::Value *&size = common[rank - length + at], *other = b.number(i, at);
      llvm::Value *isOne = ir.CreateICmpEQ(size, one);
      llvm::Value *repeats = ir.CreateOr(isOne, ir.CreateICmpEQ(other, one));
      b.require(ir.CreateOr(repeats, ir.CreateICmpEQ(size, other)),
                "shapes do not fit together: sizes " + Twine(at - length) +
                    " from the end are neither equal nor 1");
      size = ir.CreateSelect(isOne, other, size);
    }
  }
}

Sizes BroadcastShapesOp::sizes(SizeBuilder &b, unsigned) {
  llvm::IRBuilder<> &ir = b.ir();
  llvm::Value *rank = ir.getInt64(0);
  int64_t knownRank = 0;
  for (auto [i, shape] : llvm::enumerate(getShapes())) {
    llvm::Value *length = b.size(i, 0);
    rank = ir.CreateSelect(ir.CreateICmpSGT(length, rank), length, rank);
    knownRank = std::max(knownRank, cast<RankedTensorType>(shape.getType()).getDimSize(0));
  }
  if (hasKnownLengths(*this))
    requireCommonShape(*this, b, knownRank);
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
  SmallVector<int64_t> shape = shapeOperand(getType(), x.drop_front());
  SmallVector<int64_t> strides = repeatedStrides(x[0].shape(), shape);
  Array y(x[0].dtype(), shape);
  visitDType(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = x[0].values<T>();
    auto to = y.mutableValues<T>();
    size_t i = 0;
    forEachIndex(shape, strides, [&](int64_t source) { to[i++] = from[source]; });
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

LogicalResult BroadcastOp::verify() {
  return verifyRepeats(*this, getX().getType(), getType(), getShape());
}

/// The small sizes must equal the large ones or be 1. Static ones were checked by the verifier.
static void requireRepeats(SizeBuilder &b, ArrayRef<llvm::Value *> small,
                           ArrayRef<llvm::Value *> large) {
  llvm::IRBuilder<> &ir = b.ir();
  for (auto [i, size] : llvm::enumerate(small)) {
    llvm::Value *target = large[large.size() - small.size() + i];
    llvm::Value *isOne = ir.CreateICmpEQ(size, ir.getInt64(1));
    b.require(ir.CreateOr(isOne, ir.CreateICmpEQ(size, target)),
              "the shape cannot be repeated: the size of axis " + Twine(i) +
                  " is neither 1 nor that of the larger shape");
  }
}

static std::optional<unsigned> operandOfShape(Value shape) {
  return shape ? std::optional<unsigned>(1) : std::nullopt;
}

Sizes BroadcastOp::sizes(SizeBuilder &b, unsigned) {
  Sizes sizes = sizesGiven(b, getType(), operandOfShape(getShape()));
  requireRepeats(b, sizesOf(b, 0, getX().getType().getRank()), sizes);
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
  SmallVector<int64_t> shape = shapeOperand(getType(), x.drop_front());
  SmallVector<int64_t> strides = repeatedStrides(shape, x[0].shape());
  Array y(x[0].dtype(), shape);
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

LogicalResult SumToOp::verify() {
  return verifyRepeats(*this, getType(), getX().getType(), getShape());
}

Sizes SumToOp::sizes(SizeBuilder &b, unsigned) {
  Sizes sizes = sizesGiven(b, getType(), operandOfShape(getShape()));
  requireRepeats(b, sizes, sizesOf(b, 0, getX().getType().getRank()));
  return sizes;
}

RuntimeCall SumToOp::runtimeCall() { return {"cotan_sum_to"}; }
