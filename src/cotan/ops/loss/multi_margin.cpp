// Losses of scores of classes that ask for a margin: meaning. Signature and doc: multi_margin.td.
#include "cotan/ops/loss/multi_margin.inc"

#include "cotan/ops/loss/losses.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> int64_t lastAxis(Op op) { return op.getX().getType().getRank() - 1; }

/// Where a label of the last axis names the class: (..., labels, classes).
Expr labelled(const Expr &labels, const Expr &x) {
  RuleBuilder &b = x.builder();
  Type i64 = IntegerType::get(x.type().getContext(), 64);
  auto type = RankedTensorType::get(x.sizes(), i64);
  Expr shape = type.hasStaticShape() ? Expr() : b.shapeOf(x.value());
  Expr numbers = iota(b, type, x.rank() - 1, shape);
  return eq(expand_dims(castTo(labels, i64), labels.rank()), expand_dims(numbers, x.rank() - 1));
}

/// x without its last axis, of which there must be one.
Sizes sizesOfRows(SizeRules &rules) {
  Sizes sizes = rules.sizes(0);
  if (!sizes.empty())
    sizes.pop_back();
  return sizes;
}

/// Those that x has without classes, and the labels.
Sizes sizesOfLabels(SizeRules &rules) {
  Sizes sizes = sizesOfRows(rules);
  for (auto [i, size] : llvm::enumerate(sizes))
    size = rules.same(size, rules.size(1, i),
                      "labels do not have the shape of x without its last axis");
  return sizes;
}

LogicalResult verifyRanks(std::optional<Location> loc, Value x, Value labels, int64_t difference) {
  const int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  if (rank == 0)
    return emitOptionalError(loc, "x is one number; its last axis must count classes");
  if (cast<RankedTensorType>(labels.getType()).getRank() != rank - difference)
    return emitOptionalError(loc, "x has ", rank, " axes, so that labels must have ",
                             rank - difference);
  return success();
}

} // namespace

//--- multi_margin_loss

LogicalResult MultiMarginLossOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(verifyRanks(loc, x.getX(), x.getLabels(), 1)))
    return failure();
  return inferLoss<MultiMarginLossOp>(loc, x, results);
}

Sizes MultiMarginLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes rows = sizesOfLabels(rules);
  if (x.getWeight())
    rules.requireEqual(rules.size(2, 0), rules.sizes(0).back(), "there must be a weight per class");
  return sizesOfLoss(x.getReduction(), rows);
}

Values MultiMarginLossOp::decompose(RuleBuilder &b) {
  const int64_t classes = lastAxis(*this);
  Expr x = widened(b(getX())), label = expand_dims(b(getLabels()), classes);
  Expr isLabel = squeeze(labelled(label, x), classes);
  Expr right = sum(where(isLabel, x, 0.0), classes, /*keepdims=*/true);
  Expr lack = relu(getMargin().convertToDouble() - right + x);
  Expr counted = and_(not_(isLabel), any(isLabel, classes, /*keepdims=*/true));
  Expr losses = where(counted, getP() == 2 ? square(lack) : lack, 0.0);
  if (getWeight())
    losses =
        losses * sum(where(isLabel, broadcastLike(widened(b(getWeight())), x), 0.0), classes, true);
  return {reducedLoss(mean(losses, classes), getReduction(), getType())};
}

LogicalResult MultiMarginLossOp::verify() {
  if (getP() != 1 && getP() != 2)
    return emitOpError("p is ") << getP() << ", but must be 1 or 2";
  if (getWeight() && getWeight().getType().getRank() != 1)
    return emitOpError("weight has ")
           << getWeight().getType().getRank() << " axes, but must have 1";
  return success();
}

//--- multilabel_margin_loss

LogicalResult MultilabelMarginLossOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                       Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(verifyRanks(loc, x.getX(), x.getLabels(), 0)))
    return failure();
  return inferLoss<MultilabelMarginLossOp>(loc, x, results);
}

Sizes MultilabelMarginLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  rules.commonSizes(2);
  return sizesOfLoss(x.getReduction(), sizesOfRows(rules));
}

Values MultilabelMarginLossOp::decompose(RuleBuilder &b) {
  const int64_t classes = lastAxis(*this), pairs = classes + 1;
  Type i64 = IntegerType::get(getContext(), 64);
  Expr x = widened(b(getX())), labels = castTo(b(getLabels()), i64);
  // A label counts if no negative one stands before it.
  Expr isGiven = cummin(labels, classes) >= b.full(0.0, labels);
  Expr isNamed = and_(expand_dims(isGiven, pairs), labelled(labels, x));
  Expr isRight = any(isNamed, classes);
  Expr right = expand_dims(x, pairs), other = expand_dims(x, classes);
  Expr counted = and_(expand_dims(isRight, pairs), not_(expand_dims(isRight, classes)));
  Expr losses = sum(where(counted, relu(1.0 - (right - other)), 0.0), pairs);
  return {reducedLoss(mean(losses, classes), getReduction(), getType())};
}

//--- multilabel_soft_margin_loss

LogicalResult MultilabelSoftMarginLossOp::inferReturnTypes(MLIRContext *,
                                                           std::optional<Location> loc, Adaptor x,
                                                           SmallVectorImpl<Type> &results) {
  if (failed(verifyRanks(loc, x.getX(), x.getY(), 0)))
    return failure();
  return inferLoss<MultilabelSoftMarginLossOp>(loc, x, results);
}

Sizes MultilabelSoftMarginLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  rules.commonSizes(x.getOperands().size());
  return sizesOfLoss(x.getReduction(), sizesOfRows(rules));
}

Values MultilabelSoftMarginLossOp::decompose(RuleBuilder &b) {
  Expr weight = getWeight() ? widened(b(getWeight())) : Expr();
  Expr losses = binary_cross_entropy_with_logits(widened(b(getX())), widened(b(getY())), weight,
                                                 Expr(), /*reduction=*/"none");
  return {reducedLoss(mean(losses, lastAxis(*this)), getReduction(), getType())};
}
