// cross_entropy, nll_loss: meaning and derivative. Signature and doc: cross_entropy.td.
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
LogicalResult inferLoss(std::optional<Location> loc, typename Op::Adaptor adaptor,
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
  return inferLoss<CrossEntropyOp>(loc, adaptor, results);
}

Sizes CrossEntropyOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesOfLosses(rules, x.getAxis());
}

Values CrossEntropyOp::decompose(RuleBuilder &b) {
  return {pick(*this, log_softmax(b(getX()), getAxis()), labelled(*this, b))};
}

// Only the logits are kept, not their logarithmic probabilities.
Values CrossEntropyOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr target = labelled(*this, b), probability = softmax(b(getX()), getAxis());
  Expr counted = any(target, getAxis(), /*keepdims=*/true);
  Expr excess = where(counted, probability, 0.0) - castTo(target, probability.elementType());
  return {expand_dims(b(g[0]), getAxis()) * excess, Expr()};
}

LogicalResult NllLossOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferLoss<NllLossOp>(loc, adaptor, results);
}

Sizes NllLossOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return sizesOfLosses(rules, x.getAxis());
}

Values NllLossOp::decompose(RuleBuilder &b) { return {pick(*this, b(getX()), labelled(*this, b))}; }

Values CrossEntropyOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values NllLossOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
