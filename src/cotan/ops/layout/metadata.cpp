// size, rank: meaning. Signature and doc: metadata.td.
#include "cotan/ops/layout/metadata.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult SizeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                       Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferTypes<SizeOp>(loc, adaptor, IntegerType::get(context, 64), results);
}
LogicalResult RankOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                       Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferTypes<RankOp>(loc, adaptor, IntegerType::get(context, 64), results);
}

Sizes SizeOp::sizes(Adaptor, SizeRules &, unsigned) { return {}; }
Sizes RankOp::sizes(Adaptor, SizeRules &, unsigned) { return {}; }

/// A number, exactly.
static Expr number(RuleBuilder &b, int64_t value) { return squeeze(b.integers({value}), {0}); }

Values SizeOp::decompose(RuleBuilder &b) {
  RankedTensorType x = getX().getType();
  return {x.hasStaticShape() ? number(b, x.getNumElements()) : prod(b.shapeOf(getX()), {0})};
}

Values RankOp::decompose(RuleBuilder &b) { return {number(b, getX().getType().getRank())}; }
