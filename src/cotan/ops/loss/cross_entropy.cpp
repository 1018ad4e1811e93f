// cross_entropy, nll_loss, softmax_cross_entropy: meaning and derivative. Signature and doc:
// cross_entropy.td.
#include "cotan/ops/loss/cross_entropy.inc"

#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// Where the label stands among the classes: true at one place at most along the axis.
template <typename Op> Expr labelled(Op op, RuleBuilder &b) {
  RankedTensorType x = op.getX().getType();
  Type i64 = IntegerType::get(op.getContext(), 64);
  Expr shape = x.hasStaticShape() ? Expr() : b.shapeOf(op.getX());
  Expr classes = iota(b, x.clone(i64), op.getAxis(), shape);
  return eq(classes, expand_dims(castTo(b(op.getLabels()), i64), op.getAxis()));
}

template <typename Op> Expr pick(Op op, const Expr &x, const Expr &labelled) {
  return -sum(where(labelled, x, 0.0), op.getAxis(), /*keepdims=*/false);
}

template <typename Op>
LogicalResult inferLossOfClasses(std::optional<Location> loc, typename Op::Adaptor adaptor,
                                 SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto labels = cast<RankedTensorType>(adaptor.getLabels().getType());
  if (labels.getRank() + 1 != x.getRank())
    return emitOptionalError(loc, "labels are ", labels, ", but ", x, " without axis ",
                             adaptor.getAxis(), " has another number of axes");
  return inferReduction<Op>(loc, adaptor, int64_t(adaptor.getAxis()), x.getElementType(), results);
}

/// Those of x without the axis of classes, and of the labels.
Sizes sizesOfLosses(SizeRules &rules, int64_t axis) {
  Sizes sizes = reducedSizes(rules, axis, /*keepdims=*/false);
  for (auto [i, size] : llvm::enumerate(sizes))
    size = rules.same(size, rules.size(1, i),
                      "the labels do not have the shape of x without axis " + Twine(axis));
  return sizes;
}

} // namespace

LogicalResult CrossEntropyOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferLossOfClasses<CrossEntropyOp>(loc, adaptor, results);
}

Sizes CrossEntropyOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesOfLosses(rules, x.getAxis());
}

Values CrossEntropyOp::decompose(RuleBuilder &b) {
  const double shared = getLabelSmoothing().convertToDouble();
  Expr logarithms = log_softmax(b(getX()), getAxis()), target = labelled(*this, b);
  Expr loss = pick(*this, logarithms, target);
  if (shared == 0)
    return {loss};
  Expr counted = any(target, getAxis());
  return {(1 - shared) * loss - shared * where(counted, mean(logarithms, getAxis()), 0.0)};
}

// Only the logits are kept, not their logarithmic probabilities.
Values CrossEntropyOp::vjp(RuleBuilder &b, ValueRange g) {
  const double shared = getLabelSmoothing().convertToDouble();
  Expr isLabel = labelled(*this, b), probability = softmax(b(getX()), getAxis());
  Expr counted = any(isLabel, getAxis(), /*keepdims=*/true);
  Expr target = castTo(isLabel, probability.elementType());
  if (shared != 0) {
    probability =
        probability - shared / countAlong(b, getX(), getAxis(), probability.elementType());
    target = (1 - shared) * target;
  }
  Expr excess = where(counted, probability, 0.0) - target;
  return {expand_dims(b(g[0]), getAxis()) * excess, Expr()};
}

LogicalResult CrossEntropyOp::verify() {
  const double shared = getLabelSmoothing().convertToDouble();
  if (shared >= 0 && shared <= 1)
    return success();
  return emitOpError("label_smoothing ") << shared << " is outside [0, 1]";
}

LogicalResult NllLossOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferLossOfClasses<NllLossOp>(loc, adaptor, results);
}

Sizes NllLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesOfLosses(rules, x.getAxis());
}

Values NllLossOp::decompose(RuleBuilder &b) { return {pick(*this, b(getX()), labelled(*this, b))}; }

Values CrossEntropyOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values NllLossOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

//--- softmax_cross_entropy

LogicalResult SoftmaxCrossEntropyOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                      Adaptor adaptor,
                                                      SmallVectorImpl<Type> &results) {
  return inferReduction<SoftmaxCrossEntropyOp>(loc, adaptor, int64_t(adaptor.getAxis()),
                                               getElementTypeOrSelf(adaptor.getX()), results);
}

Sizes SoftmaxCrossEntropyOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  rules.commonSizes(2);
  return reducedSizes(rules, x.getAxis(), /*keepdims=*/false);
}

Values SoftmaxCrossEntropyOp::decompose(RuleBuilder &b) {
  Expr logarithms = log_softmax(widened(b(getX())), getAxis());
  return {castTo(-sum(widened(b(getY())) * logarithms, getAxis()), getType().getElementType())};
}

// Only the operands are kept.
Values SoftmaxCrossEntropyOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = widened(b(getX())), y = widened(b(getY()));
  Expr dy = expand_dims(widened(b(g[0])), getAxis()), all = sum(y, getAxis(), /*keepdims=*/true);
  Type type = getType().getElementType();
  return {castTo(dy * (softmax(x, getAxis()) * all - y), type),
          castTo(-(dy * log_softmax(x, getAxis())), type)};
}

Values SoftmaxCrossEntropyOp::batch(Batch &x) {
  return {softmax_cross_entropy(x.whole(0), x.whole(1), getAxis() + 1)};
}
