// shape, broadcast, sum_to: meaning and derivative. Signature and doc: broadcast.td.
#include "cotan/ops/layout/broadcast.inc"

#include "cotan/ops/layout/checks.h"

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
    return op->emitOpError("changes the element type from ") << op->getOperand(0).getType()
                                                             << " to " << op->getResult(0).getType();
  if (small.getRank() > large.getRank())
    return op->emitOpError("cannot repeat ") << small << " to fewer axes: " << large;
  for (int64_t i = 1; i <= small.getRank(); ++i) {
    int64_t from = small.getDimSize(small.getRank() - i), to = large.getDimSize(large.getRank() - i);
    if (from != to && from != 1 && !ShapedType::isDynamic(from) && !ShapedType::isDynamic(to))
      return op->emitOpError("cannot repeat ") << small << " to " << large << ": size " << from
                                               << " does not fit " << to;
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

OpFoldResult SumToOp::fold(FoldAdaptor) {
  return getX().getType() == getType() && getType().hasStaticShape() ? OpFoldResult(getX()) : nullptr;
}

LogicalResult SumToOp::verify() {
  return verifyRepeats(*this, getType(), getX().getType(), getShape());
}
