// cosine_similarity and the distances: meaning. Signature and doc: distance.td.
#include "cotan/ops/similarity/distance.inc"

#include "cotan/ops/reduction/axes.h"
#include "cotan/ops/reduction/vector_norm.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> Values narrowed(Op op, const Expr &y) {
  return {castTo(y, op.getType().getElementType())};
}

template <typename Op> double orderOf(Op op) { return op.getP().convertToDouble(); }

LogicalResult needAxes(std::optional<Location> loc, Value x, int64_t least) {
  const int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  if (rank >= least)
    return success();
  return emitOptionalError(loc, "needs at least ", least, " axes, but found ", rank);
}

/// `x`, but at least `least`, where its slope is 0.
Expr cutBelow(const Expr &x, double least) { return where(x < least, least, x); }

} // namespace

//--- cosine_similarity

LogicalResult CosineSimilarityOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                   Adaptor x, SmallVectorImpl<Type> &results) {
  return inferReduction<CosineSimilarityOp>(loc, x, int64_t(x.getAxis()),
                                            getElementTypeOrSelf(x.getX()), results);
}

Sizes CosineSimilarityOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  rules.commonSizes(2);
  return reducedSizes(rules, x.getAxis(), /*keepdims=*/false);
}

Values CosineSimilarityOp::decompose(RuleBuilder &b) {
  const int64_t axis = getAxis();
  const double epsilon = getEpsilon().convertToDouble();
  Expr x = widened(b(getX())), y = widened(b(getY()));
  Expr sizes =
      cutBelow(vectorNorm(x, 2, axis), epsilon) * cutBelow(vectorNorm(y, 2, axis), epsilon);
  return narrowed(*this, sum(x * y, axis) / sizes);
}

Values CosineSimilarityOp::batch(Batch &x) {
  return {cosine_similarity(x.whole(0), x.whole(1), getAxis() + 1, getEpsilon())};
}

//--- pairwise_distance

LogicalResult PairwiseDistanceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                   Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(needAxes(loc, x.getX(), 1)))
    return failure();
  return inferTypes<PairwiseDistanceOp>(loc, x, getElementTypeOrSelf(x.getX()), results);
}

Sizes PairwiseDistanceOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  rules.commonSizes(2);
  return reducedSizes(rules, int64_t(rules.rank(0)) - 1, x.getKeepdims());
}

Values PairwiseDistanceOp::decompose(RuleBuilder &b) {
  Expr d = widened(b(getX())) - widened(b(getY())) + getEpsilon().convertToDouble();
  return narrowed(*this, vectorNorm(d, orderOf(*this), d.rank() - 1, getKeepdims()));
}

LogicalResult PairwiseDistanceOp::verify() { return verifyOrder(*this, orderOf(*this)); }

//--- cdist

LogicalResult CdistOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(x.getX().getType()),
       other = cast<RankedTensorType>(x.getY().getType());
  if (failed(needAxes(loc, x.getX(), 2)))
    return failure();
  if (type.getRank() != other.getRank() || type.getElementType() != other.getElementType())
    return emitOptionalError(loc, "x is ", type, " and y ", other,
                             ": they must have as many axes and one element type");
  return inferTypes<CdistOp>(loc, x, type.getElementType(), results);
}

Sizes CdistOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const unsigned rank = sizes.size();
  for (unsigned axis = 0; axis + 2 < rank; ++axis)
    sizes[axis] = rules.same(sizes[axis], rules.size(1, axis),
                             "x and y do not have the same size along axis " + Twine(axis));
  rules.requireEqual(sizes[rank - 1], rules.size(1, rank - 1),
                     "the rows of x and y do not have the same size");
  sizes[rank - 1] = rules.size(1, rank - 2);
  return sizes;
}

Values CdistOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX())), y = widened(b(getY()));
  const int64_t rows = x.rank() - 2;
  Expr d = expand_dims(x, rows + 1) - expand_dims(y, rows);
  return narrowed(*this, vectorNorm(d, orderOf(*this), rows + 2));
}

LogicalResult CdistOp::verify() { return verifyOrder(*this, orderOf(*this)); }

//--- pdist

LogicalResult PdistOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(x.getX().getType());
  if (type.getRank() != 2)
    return emitOptionalError(loc, "x has ", type.getRank(), " axes, but must be a matrix");
  if (type.isDynamicDim(0))
    return emitOptionalError(loc, "the number of rows is open, but must be known");
  return inferTypes<PdistOp>(loc, x, type.getElementType(), results);
}

Sizes PdistOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Size rows = rules.size(0, 0);
  return {rows * (rows - 1) / 2};
}

/// The first or the second row of each pair.
static Expr rowsOfPairs(const Expr &x, bool isSecond) {
  const int64_t rows = x.sizes()[0];
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = i + 1; j < rows; ++j)
      places.push_back(isSecond ? j : i);
  return take(x, x.builder().integers(places), 0);
}

Values PdistOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX())), d = rowsOfPairs(x, false) - rowsOfPairs(x, true);
  return narrowed(*this, vectorNorm(d, orderOf(*this), 1));
}

LogicalResult PdistOp::verify() {
  constexpr int64_t most = 1 << 11; // the pairs are constants
  if (getX().getType().getDimSize(0) > most)
    return emitOpError("x has ") << getX().getType().getDimSize(0) << " rows, but at most " << most
                                 << " are served; cdist has no limit";
  return verifyOrder(*this, orderOf(*this));
}
