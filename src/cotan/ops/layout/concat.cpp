// concat, split: meaning and derivative. Signature and doc: concat.td.
#include "cotan/ops/layout/concat.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/layout/strided.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- concat

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &results) {
  if (adaptor.getXs().empty())
    return emitOptionalError(loc, "nothing to join; give at least one tensor");
  auto first = cast<RankedTensorType>(adaptor.getXs().front().getType());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), first.getRank())))
    return failure();
  for (Value x : adaptor.getXs().drop_front())
    if (auto type = cast<RankedTensorType>(x.getType());
        type.getElementType() != first.getElementType() || type.getRank() != first.getRank())
      return emitOptionalError(loc, "cannot join ", first, " and ", type,
                               ": element types and ranks must be the same");
  return inferTypes<ConcatOp>(loc, adaptor, first.getElementType(), results);
}

Sizes ConcatOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  const unsigned axis = x.getAxis();
  Sizes sizes = rules.sizes(0);
  for (unsigned k = 1; k < x.getXs().size(); ++k)
    for (auto [i, size] : llvm::enumerate(sizes)) {
      if (i == axis)
        size = size + rules.size(k, i);
      else
        size = rules.same(size, rules.size(k, i),
                          "operands 0 and " + Twine(k) + " cannot be joined along axis " +
                              Twine(axis) + ": the sizes of axis " + Twine(i) + " differ");
    }
  return sizes;
}

Arrays ConcatOp::evaluate(ArrayRef<Array> xs) {
  int64_t axis = getAxis();
  Array y = emptyFor(*this, xs);
  SmallVector<int64_t> corner(y.rank(), 0);
  for (const Array &x : xs) {
    copyBlock(x.shape(), x, Walk::through(x.shape()), y, Walk::from(corner, y.shape()));
    corner[axis] += x.shape()[axis];
  }
  return {y};
}

/// The pieces of dy where sizes along the axis are open: each starts where those before it end.
static Exprs cutAtRunTime(RuleBuilder &b, const Expr &dy, ValueRange xs, int64_t axis) {
  SmallVector<int64_t> unit(dy.rank(), 0);
  unit[axis] = 1;
  Expr alongAxis = b.integers(unit), start = b.integers(SmallVector<int64_t>(dy.rank(), 0));
  Exprs pieces;
  for (Value x : xs) {
    auto type = cast<RankedTensorType>(x.getType()).clone(dy.elementType());
    Expr shape = b.shapeOf(x);
    pieces.push_back(dynamic_slice(type, dy, start, type.hasStaticShape() ? Expr() : shape));
    start = start + shape * alongAxis;
  }
  return pieces;
}

Values ConcatOp::vjp(RuleBuilder &b, ValueRange g) {
  SmallVector<int64_t> sizes;
  for (Value x : getXs())
    sizes.push_back(cast<RankedTensorType>(x.getType()).getDimSize(getAxis()));
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return cutAtRunTime(b, b(g[0]), getXs(), getAxis());
  Exprs pieces = split(b(g[0]), getAxis(), sizes);
  for (auto [piece, x] : llvm::zip_equal(pieces, getXs()))
    piece = asType(piece, cast<RankedTensorType>(x.getType()));
  return pieces;
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  return getXs().size() == 1 ? OpFoldResult(getXs().front()) : nullptr;
}

/// A formula asks of each element which piece it is in: that takes longer the more pieces there
/// are, to compile as well, but the pieces need not be in memory. Of few elements more are asked.
RuntimeCall ConcatOp::runtimeCall() {
  constexpr int64_t fewElements = 512;
  const bool isSmall = getType().hasStaticShape() && getType().getNumElements() < fewElements;
  const size_t mostAsked = isSmall ? 8 : 3;
  if (getXs().size() <= mostAsked)
    return {};
  RuntimeCall call{"cotan_join", {int64_t(getAxis()), int64_t(getXs().size())}};
  call.workPerElement = 1;
  call.hasFormula = true;
  return call;
}

bool ConcatOp::keepsRows(unsigned) { return getAxis() != 0; }

Lanes ConcatOp::lower(Element &x) {
  int64_t axis = getAxis();
  if (getXs().size() == 1)
    return x[0];
  Lanes along = x.placeNumbers(axis), start = x.builder().integer(DType::i64, 0);
  Lanes value = x.builder().constant(*dtypeOf(getType().getElementType()), 0);
  for (unsigned k = 0; k < getXs().size(); ++k) {
    Lanes end = start + asNumber(x, x.size(k, axis));
    Place at = placeOf(x);
    at[axis] = at[axis] - Position(start);
    value = x.readIf((along >= start) & (along < end), k, at, value);
    start = end;
  }
  return value;
}

//--- split

LogicalResult SplitOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), type.getRank())))
    return failure();
  if (adaptor.getSizes().empty())
    return emitOptionalError(loc, "sizes is empty; give the size of at least one piece");
  for (int64_t size : adaptor.getSizes())
    if (size < 0)
      return emitOptionalError(loc, "a piece of size ", size, "; sizes must not be negative");
  SmallVector<Type> elementTypes(adaptor.getSizes().size(), type.getElementType());
  return inferTypes<SplitOp>(loc, adaptor, elementTypes, results);
}

Sizes SplitOp::sizes(Adaptor x, SizeRules &rules, unsigned result) {
  Sizes sizes = rules.sizes(0);
  Size &whole = sizes[x.getAxis()];
  const Size total = llvm::sum_of(x.getSizes(), int64_t(0));
  rules.requireEqual(whole, total,
                     "the sizes of the pieces must add up to that of axis " + Twine(x.getAxis()));
  whole = x.getSizes()[result];
  return sizes;
}

Arrays SplitOp::evaluate(ArrayRef<Array> x) {
  const int64_t axis = getAxis();
  ArrayRef<int64_t> shape = x[0].shape();
  Arrays pieces;
  SmallVector<int64_t> corner(shape.size(), 0);
  for (auto [i, size] : llvm::enumerate(getSizes())) {
    Array piece = emptyFor(*this, x, i);
    copyBlock(piece.shape(), x[0], Walk::from(corner, shape), piece, Walk::through(piece.shape()));
    pieces.push_back(piece);
    corner[axis] += size;
  }
  return pieces;
}

Values SplitOp::vjp(RuleBuilder &b, ValueRange g) {
  Exprs pieces;
  for (Value cotangent : g)
    pieces.push_back(b(cotangent));
  return {asType(concat(pieces, getAxis()), getX().getType())};
}

// Many pieces are cut out one by one: each reader has an op for its own, and all of them would be
// as long as there are pieces.
LogicalResult SplitOp::canonicalize(SplitOp op, PatternRewriter &rewriter) {
  constexpr size_t mostPieces = 8;
  RankedTensorType type = op.getX().getType();
  if (op.getSizes().size() <= mostPieces || !type.hasStaticShape())
    return failure();
  RuleBuilder b(rewriter, op.getLoc());
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(starts.size(), 1);
  SmallVector<Value> pieces;
  limits[op.getAxis()] = 0;
  for (int64_t size : op.getSizes()) {
    starts[op.getAxis()] = limits[op.getAxis()];
    limits[op.getAxis()] += size;
    pieces.push_back(slice(b(op.getX()), starts, limits, strides).value());
  }
  rewriter.replaceOp(op, pieces);
  return success();
}

bool SplitOp::keepsRows(unsigned) { return getAxis() != 0; }

Lanes SplitOp::lower(Element &x) {
  int64_t start = 0;
  for (int64_t size : getSizes().take_front(x.result()))
    start += size;
  Place at = placeOf(x);
  at[getAxis()] = at[getAxis()] + start;
  return x.read(0, at);
}

Values ConcatOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values SplitOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
