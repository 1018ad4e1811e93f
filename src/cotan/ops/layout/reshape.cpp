// reshape, expand_dims, squeeze, transpose: meaning and derivative. Signature and doc: reshape.td.
#include "cotan/ops/layout/reshape.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- axes of size 1

/// Which axis of the view each axis of x is, -1 for those of size 1. None if the view differs in
/// more than such axes, or is a number: numbers are in registers.
static Follows axesInView(RankedTensorType x, RankedTensorType view) {
  if (x.getRank() == 0 || view.getRank() == 0 || !x.hasStaticShape() || !view.hasStaticShape())
    return std::nullopt;
  SmallVector<int64_t> axes;
  int64_t next = 0;
  auto skipOnes = [&] {
    while (next < view.getRank() && view.getDimSize(next) == 1)
      ++next;
  };
  for (int64_t size : x.getShape()) {
    skipOnes();
    if (size != 1 && (next == view.getRank() || view.getDimSize(next) != size))
      return std::nullopt;
    axes.push_back(size == 1 ? -1 : next++);
  }
  skipOnes();
  return next == view.getRank() ? Follows(axes) : std::nullopt;
}

static Follows axesInView(Operation *op) {
  return axesInView(cast<RankedTensorType>(op->getOperand(0).getType()),
                    cast<RankedTensorType>(op->getResult(0).getType()));
}

static Lanes readView(Operation *op, Element &x) {
  Place at;
  Follows axes = axesInView(op);
  for (int64_t axis : *axes)
    at.push_back(axis < 0 ? Position(x.builder(), int64_t(0)) : x.place()[axis]);
  return x.read(0, at);
}

Follows ReshapeOp::follows(unsigned i) { return i == 0 ? axesInView(*this) : std::nullopt; }
Follows ExpandDimsOp::follows(unsigned) { return axesInView(*this); }
Follows SqueezeOp::follows(unsigned) { return axesInView(*this); }

bool ReshapeOp::keepsRows(unsigned i) {
  return i == 0 && getX().getType().getRank() > 0 && getType().getRank() > 0 &&
         getX().getType().hasStaticShape() && getType().hasStaticShape() &&
         getX().getType().getDimSize(0) == getType().getDimSize(0);
}

/// Rows that are cut in another way: elements are counted within their row.
static Lanes readInRow(ReshapeOp op, Element &x) {
  LaneBuilder &b = x.builder();
  auto sizeOf = [&](int64_t size) { return b.ir.getInt64(size); };
  llvm::Value *count = sizeOf(0);
  for (auto [size, at] : llvm::drop_begin(llvm::zip_equal(op.getType().getShape(), x.place())))
    count = b.ir.CreateAdd(b.ir.CreateMul(count, sizeOf(size)), at.first());
  Place from = {x.place()[0]};
  for (int64_t size : llvm::reverse(op.getX().getType().getShape().drop_front())) {
    from.insert(from.begin() + 1, Position(b, b.ir.CreateURem(count, sizeOf(size))));
    count = b.ir.CreateUDiv(count, sizeOf(size));
  }
  return x.read(0, from);
}

Lanes ReshapeOp::lower(Element &x) { return follows(0) ? readView(*this, x) : readInRow(*this, x); }
Lanes ExpandDimsOp::lower(Element &x) { return readView(*this, x); }
Lanes SqueezeOp::lower(Element &x) { return readView(*this, x); }

//--- reshape

Arrays ReshapeOp::evaluate(ArrayRef<Array> x) { return {x[0].reshaped(shapeOf(*this, x))}; }

Values ReshapeOp::vjp(RuleBuilder &b, ValueRange g) {
  Values answer = {reshapeLike(b, b(g[0]), getX())};
  answer.resize(getNumOperands()); // nothing flows to a shape
  return answer;
}

OpFoldResult ReshapeOp::fold(FoldAdaptor constants) {
  if (getX().getType() == getType() && getType().hasStaticShape())
    return getX();
  if (auto inner = getX().getDefiningOp<ReshapeOp>()) {
    getXMutable().assign(inner.getX());
    return getResult();
  }
  auto value = dyn_cast_or_null<DenseElementsAttr>(constants.getX());
  return value && getType().hasStaticShape() ? value.reshape(getType()) : OpFoldResult();
}

LogicalResult ReshapeOp::verify() {
  if (getX().getType().getElementType() != getType().getElementType())
    return emitOpError("changes the element type from ") << getX().getType() << " to " << getType();
  return verifySizes(*this);
}

Sizes ReshapeOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = sizesGiven(rules, getType(), getShape() ? std::optional(1) : std::nullopt);
  rules.requireEqual(countOf(rules.sizes(0)), countOf(sizes),
                     "cannot view the elements as this shape: there are more or fewer");
  return sizes;
}

//--- expand_dims, squeeze

LogicalResult ExpandDimsOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                             Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  int64_t rank = type.getRank() + adaptor.getAxes().size();
  if (failed(verifyAxes(loc, adaptor.getAxes(), rank)))
    return failure();
  return inferTypes<ExpandDimsOp>(loc, adaptor, type.getElementType(), results);
}

Arrays ExpandDimsOp::evaluate(ArrayRef<Array> x) { return {x[0].reshaped(shapeOf(*this, x))}; }

Sizes ExpandDimsOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (int64_t axis : x.getAxes())
    sizes.insert(sizes.begin() + axis, 1);
  return sizes;
}

Values ExpandDimsOp::vjp(RuleBuilder &b, ValueRange g) { return {squeeze(b(g[0]), getAxes())}; }

OpFoldResult ExpandDimsOp::fold(FoldAdaptor) {
  if (getAxes().empty())
    return getX();
  auto inner = getX().getDefiningOp<SqueezeOp>();
  return inner && inner.getX().getType() == getType() && inner.getAxes() == getAxes()
             ? OpFoldResult(inner.getX())
             : nullptr;
}

LogicalResult SqueezeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, adaptor.getAxes(), type.getRank())))
    return failure();
  return inferTypes<SqueezeOp>(loc, adaptor, type.getElementType(), results);
}

Arrays SqueezeOp::evaluate(ArrayRef<Array> x) { return {x[0].reshaped(shapeOf(*this, x))}; }

Sizes SqueezeOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (int64_t axis : llvm::reverse(x.getAxes())) {
    rules.requireEqual(sizes[axis], 1,
                       "only axes of size 1 can be removed, but axis " + Twine(axis) +
                           " is not one");
    sizes.erase(sizes.begin() + axis);
  }
  return sizes;
}

Values SqueezeOp::vjp(RuleBuilder &b, ValueRange g) { return {expand_dims(b(g[0]), getAxes())}; }

OpFoldResult SqueezeOp::fold(FoldAdaptor) {
  if (getAxes().empty())
    return getX();
  auto inner = getX().getDefiningOp<ExpandDimsOp>();
  return inner && inner.getX().getType() == getType() && inner.getAxes() == getAxes()
             ? OpFoldResult(inner.getX())
             : nullptr;
}

//--- transpose

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  SmallVector<int64_t> sorted(adaptor.getPermutation());
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, type.getRank())))
    return emitOptionalError(loc, "permutation [", adaptor.getPermutation(),
                             "] does not name each of the ", type.getRank(), " axes once");
  return inferTypes<TransposeOp>(loc, adaptor, type.getElementType(), results);
}

Arrays TransposeOp::evaluate(ArrayRef<Array> x) {
  auto strides = stridesOf(x[0].shape());
  SmallVector<int64_t> steps;
  for (int64_t axis : getPermutation())
    steps.push_back(strides[axis]);
  Array y = emptyFor(*this, x);
  visitBits(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = x[0].values<T>();
    auto to = y.mutableValues<T>();
    size_t i = 0;
    forEachIndex(y.shape(), steps, [&](int64_t source) { to[i++] = from[source]; });
  });
  return {y};
}

static SmallVector<int64_t> inverse(ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> result(permutation.size());
  for (auto [i, axis] : llvm::enumerate(permutation))
    result[axis] = i;
  return result;
}

Sizes TransposeOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes;
  for (int64_t axis : x.getPermutation())
    sizes.push_back(rules.size(0, axis));
  return sizes;
}

Follows TransposeOp::follows(unsigned) { return inverse(getPermutation()); }

Lanes TransposeOp::lower(Element &x) {
  Place at;
  for (int64_t axis : inverse(getPermutation()))
    at.push_back(x.place()[axis]);
  return x.read(0, at);
}

Values TransposeOp::vjp(RuleBuilder &b, ValueRange g) {
  return {transpose(b(g[0]), inverse(getPermutation()))};
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getType().getRank())))
    return getX();
  auto inner = getX().getDefiningOp<TransposeOp>();
  if (inner && inverse(inner.getPermutation()) == SmallVector<int64_t>(getPermutation()))
    return inner.getX();
  return nullptr;
}

//--- batches

Values ReshapeOp::batch(Batch &x) {
  if (getShape() && x.isBatched(1))
    return {};
  return {reshape(x.type(), x[0], x.shapeFrom(1))};
}

Values ExpandDimsOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
Values SqueezeOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }

Values TransposeOp::batch(Batch &x) {
  SmallVector<int64_t> permutation = {0};
  for (int64_t axis : getPermutation())
    permutation.push_back(axis + 1);
  return {transpose(x[0], permutation)};
}
