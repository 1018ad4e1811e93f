// cosine_embedding_loss, triplet_margin_loss: meaning. Signature and doc: embedding_losses.td.
#include "cotan/ops/loss/embedding_losses.inc"

#include "cotan/ops/loss/losses.h"
#include "cotan/ops/reduction/axes.h"
#include "cotan/ops/reduction/vector_norm.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// Those of all operands without the last axis.
Sizes sizesOfVectors(SizeRules &rules, unsigned operands) {
  Sizes sizes = rules.commonSizes(operands);
  rules.require(sizes.empty() ? 0 : 1, "x is one number; vectors lie along its last axis");
  if (!sizes.empty())
    sizes.pop_back();
  return sizes;
}

} // namespace

//--- cosine_embedding_loss

LogicalResult CosineEmbeddingLossOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                      Adaptor x, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(x.getX().getType()),
       y = cast<RankedTensorType>(x.getY().getType());
  if (y.getRank() + 1 != type.getRank())
    return emitOptionalError(loc, "y has ", y.getRank(), " axes, but must have ",
                             type.getRank() - 1, ", those of x without the last");
  return inferLoss<CosineEmbeddingLossOp>(loc, x, results);
}

Sizes CosineEmbeddingLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = sizesOfVectors(rules, 2);
  for (auto [axis, size] : llvm::enumerate(sizes))
    size = rules.same(size, rules.size(2, axis),
                      "y does not have the shape of x without its last axis");
  return sizesOfLoss(x.getReduction(), sizes);
}

Values CosineEmbeddingLossOp::decompose(RuleBuilder &b) {
  constexpr double tiny = 1e-12; // of PyTorch
  Expr x = widened(b(getX())), other = widened(b(getOther())), y = widened(b(getY()));
  const int64_t axis = x.rank() - 1;
  Expr sizes = (sum(square(x), axis) + tiny) * (sum(square(other), axis) + tiny);
  Expr cosine = sum(x * other, axis) * rsqrt(sizes);
  Expr unlike = relu(cosine - getMargin().convertToDouble());
  Expr losses =
      where(eq(y, b.full(1.0, y)), 1.0 - cosine, 0.0) + where(eq(y, b.full(-1.0, y)), unlike, 0.0);
  return {reducedLoss(losses, getReduction(), getType())};
}

//--- triplet_margin_loss

static Expr each(TripletMarginLossOp op, RuleBuilder &b) {
  Expr x = widened(b(op.getX())), positive = widened(b(op.getPositive())),
       negative = widened(b(op.getNegative()));
  auto distance = [&](const Expr &from, const Expr &to) {
    return vectorNorm(from - to + op.getEpsilon().convertToDouble(), op.getP().convertToDouble(),
                      x.rank() - 1);
  };
  Expr far = distance(x, negative);
  if (op.getSwap())
    far = minimum(far, distance(positive, negative));
  return relu(distance(x, positive) - far + op.getMargin().convertToDouble());
}

COTAN_LOSS_OF(TripletMarginLossOp, sizesOfVectors(rules, 3))
