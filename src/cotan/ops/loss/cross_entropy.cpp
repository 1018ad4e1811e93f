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

template <typename Adaptor>
LogicalResult inferLoss(std::optional<Location> loc, Adaptor adaptor,
                        SmallVectorImpl<Type> &results) {
  auto x = dyn_cast<RankedTensorType>(adaptor.getX().getType());
  auto labels = dyn_cast<RankedTensorType>(adaptor.getLabels().getType());
  if (!x || !labels)
    return failure();
  auto type = reducedType(loc, x, int64_t(adaptor.getAxis()), false, x.getElementType());
  if (failed(type))
    return failure();
  if (failed(verifyCompatibleShape(labels, *type)))
    return emitOptionalError(loc, "labels are ", labels, ", but ", x, " without axis ",
                             adaptor.getAxis(), " has the shape of ", *type);
  results.push_back(*type);
  return success();
}

} // namespace

LogicalResult CrossEntropyOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferLoss(loc, adaptor, results);
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
  return inferLoss(loc, adaptor, results);
}

Values NllLossOp::decompose(RuleBuilder &b) { return {pick(*this, b(getX()), labelled(*this, b))}; }

Values CrossEntropyOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values NllLossOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
