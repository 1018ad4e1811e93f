// kl_div: meaning. Signature and doc: kl_div.td.
#include "cotan/ops/loss/kl_div.inc"

#include "cotan/ops/loss/losses.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult KlDivOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                        SmallVectorImpl<Type> &results) {
  if (x.getReduction() == "batchmean") {
    if (cast<RankedTensorType>(x.getX().getType()).getRank() == 0)
      return emitOptionalError(loc, "x is one number; give it an axis for the batch");
    return inferTypes<KlDivOp>(loc, x, getElementTypeOrSelf(x.getX()), results);
  }
  return inferLoss<KlDivOp>(loc, x, results);
}

Sizes KlDivOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesOfLoss(x.getReduction(), rules.commonSizes(2));
}

/// The logarithm sees no 0.
static Expr divergence(KlDivOp op, RuleBuilder &b) {
  Expr x = widened(b(op.getX())), y = widened(b(op.getY()));
  if (op.getLogTarget())
    return exp(y) * (y - x);
  Expr isZero = eq(y, b.full(0.0, y));
  return where(isZero, -y * x, y * (log(where(isZero, 1.0, y)) - x));
}

Values KlDivOp::decompose(RuleBuilder &b) {
  Expr each = divergence(*this, b);
  if (getReduction() != "batchmean")
    return {reducedLoss(each, getReduction(), getType())};
  Expr total = sum(each, llvm::to_vector(llvm::seq<int64_t>(0, each.rank())));
  return {castTo(total / countAlong(b, getX(), 0, each.elementType()), getType().getElementType())};
}
