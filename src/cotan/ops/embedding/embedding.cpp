// embedding, embedding_bag: meaning. Signature and doc: embedding.td.
#include "cotan/ops/embedding/embedding.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/reduction/vector_norm.h"

#include "mlir/IR/TypeUtilities.h"

#include <limits>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

LogicalResult needTable(std::optional<Location> loc, Value weight) {
  const int64_t rank = cast<RankedTensorType>(weight.getType()).getRank();
  if (rank == 2)
    return success();
  return emitOptionalError(loc, "weight has ", rank, " axes, but must be a matrix of rows");
}

Expr asNumbers(const Expr &indices) {
  return castTo(indices, IntegerType::get(indices.type().getContext(), 64));
}

/// For each index the number of a row of the table; a negative one counts from the end.
Expr numberOfRow(int64_t row, const Expr &table, const Expr &indices) {
  RuleBuilder &b = table.builder();
  Expr number = b.full(double(row), indices);
  if (row >= 0)
    return number;
  auto scalar = RankedTensorType::get({}, indices.elementType());
  return number + broadcastLike(reshape(scalar, sizeAlong(table, 0).vector), indices);
}

} // namespace

//--- embedding

LogicalResult EmbeddingOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                            SmallVectorImpl<Type> &results) {
  if (failed(needTable(loc, x.getWeight())))
    return failure();
  return inferTypes<EmbeddingOp>(loc, x, getElementTypeOrSelf(x.getWeight()), results);
}

Sizes EmbeddingOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  sizes.push_back(rules.size(1, 1));
  return sizes;
}

Values EmbeddingOp::decompose(RuleBuilder &b) {
  Expr indices = asNumbers(b(getIndices()));
  Expr rows = take(b(getWeight()), indices, 0, /*clip=*/false);
  const int64_t axis = rows.rank() - 1;
  if (getPaddingIdx()) {
    Expr isPadding = eq(indices, numberOfRow(int64_t(*getPaddingIdx()), b(getWeight()), indices));
    rows = where(expand_dims(isPadding, axis), stop_gradient(rows), rows);
  }
  if (getMaxNorm()) {
    const double most = getMaxNorm()->convertToDouble();
    Expr norm = vectorNorm(rows, getNormType().convertToDouble(), axis, /*keepdims=*/true);
    Expr isLarge = norm > most;
    rows = where(isLarge, rows * (most / where(isLarge, norm, 1.0)), rows);
  }
  return {rows};
}

LogicalResult EmbeddingOp::verify() { return verifyOrder(*this, getNormType().convertToDouble()); }

//--- embedding_bag

LogicalResult EmbeddingBagOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(needTable(loc, x.getWeight())))
    return failure();
  StringRef mode = x.getMode();
  if (mode != "sum" && mode != "mean" && mode != "max")
    return emitOptionalError(loc, "mode is '", mode, "'; expected 'sum', 'mean' or 'max'");
  if (x.getPerSampleWeights() && mode != "sum")
    return emitOptionalError(loc, "per_sample_weights go with mode 'sum' alone, but it is '", mode,
                             "'");
  auto indices = cast<RankedTensorType>(x.getIndices().getType());
  if (indices.getRank() != (x.getOffsets() ? 1 : 2))
    return emitOptionalError(loc, "indices have ", indices.getRank(), " axes, but must have ",
                             x.getOffsets() ? "1, as there are offsets" : "2 without offsets");
  if (x.getOffsets() && cast<RankedTensorType>(x.getOffsets().getType()).getRank() != 1)
    return emitOptionalError(loc, "offsets must be a vector");
  return inferTypes<EmbeddingBagOp>(loc, x, getElementTypeOrSelf(x.getWeight()), results);
}

Sizes EmbeddingBagOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  if (x.getPerSampleWeights()) {
    const unsigned last = x.getOffsets() ? 3 : 2;
    for (unsigned axis = 0; axis < std::min(rules.rank(0), rules.rank(last)); ++axis)
      rules.requireEqual(rules.size(0, axis), rules.size(last, axis),
                         "per_sample_weights do not have the shape of the indices");
  }
  return {rules.size(x.getOffsets() ? 2 : 0, 0), rules.size(1, 1)};
}

/// The rows that indices name, each times its weight.
static Expr rowsOf(EmbeddingBagOp op, RuleBuilder &b) {
  Expr rows = take(b(op.getWeight()), asNumbers(b(op.getIndices())), 0, /*clip=*/false);
  if (!op.getPerSampleWeights())
    return rows;
  return rows * expand_dims(b(op.getPerSampleWeights()), rows.rank() - 1);
}

/// Bags that are rows of a matrix.
static Expr ofMatrix(const Expr &rows, StringRef mode, const Expr &size) {
  if (mode == "sum")
    return sum(rows, 1);
  Expr isEmpty = size <= 0.0;
  if (mode == "mean")
    return sum(rows, 1) / where(isEmpty, 1.0, size);
  return where(isEmpty, 0.0, max(rows, 1));
}

/// The largest of each bag: all bags see all rows, and those of others as minus infinity.
static Expr largestOfBags(const Expr &rows, const Expr &bags, const Expr &numbers) {
  Expr isInside = expand_dims(eq(expand_dims(numbers, 1), expand_dims(bags, 0)), 2);
  Expr isFull = any(isInside, 1);
  Expr seen = where(isInside, expand_dims(rows, 0), -std::numeric_limits<double>::infinity());
  return where(isFull, max(seen, 1), 0.0);
}

Values EmbeddingBagOp::decompose(RuleBuilder &b) {
  Expr rows = rowsOf(*this, b);
  if (!getOffsets())
    return {ofMatrix(rows, getMode(), countAlong(b, getIndices(), 1, rows.elementType()))};
  Type i64 = IntegerType::get(getContext(), 64);
  Expr offsets = asNumbers(b(getOffsets()));
  auto vector = [&](Value like) {
    auto type = RankedTensorType::get(cast<RankedTensorType>(like.getType()).getShape(), i64);
    return iota(b, type, 0, type.hasStaticShape() ? Expr() : b.shapeOf(like));
  };
  // Each row is of the last bag that does not begin behind it.
  Expr bags = searchsorted(vector(getIndices()), offsets, /*right=*/true) - 1.0;
  if (getMode() == "max")
    return {largestOfBags(rows, bags, vector(getOffsets()))};
  RankedTensorType type = getType();
  Exprs sizes = {part(b.shapeOf(getOffsets()), 0, 1), part(b.shapeOf(getWeight()), 1, 2)};
  Expr zeros = b.broadcast(b.scalar(0.0, type.getElementType()), type, b.join(sizes));
  Expr total = scatter_add(zeros, bags, rows, 0);
  if (getMode() == "sum")
    return {total};
  Expr isInside = eq(expand_dims(vector(getOffsets()), 1), expand_dims(bags, 0));
  Expr count = sum(castTo(isInside, type.getElementType()), 1);
  return {total / expand_dims(where(count <= 0.0, 1.0, count), 1)};
}
