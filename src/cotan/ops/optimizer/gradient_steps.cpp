// sgd, adagrad, adadelta, rmsprop and lion: meaning. Signature and doc: gradient_steps.td.
#include "cotan/ops/optimizer/gradient_steps.inc"

#include "cotan/ops/optimizer/update.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> Values narrowed(Op op, ArrayRef<Expr> results) {
  return narrowedTo(op.getX().getType().getElementType(), results);
}

/// The gradient with that of the weights' decay.
template <typename Op> Expr gradientOf(Op op, RuleBuilder &b) {
  const double decay = op.getWeightDecay().convertToDouble();
  Expr g = widened(b(op.getG()));
  return decay == 0 ? g : g + decay * widened(b(op.getX()));
}

template <typename Op> Expr movedBy(Op op, RuleBuilder &b, const Expr &change) {
  return widened(b(op.getX())) - widened(b(op.getLearningRate())) * change;
}

} // namespace

Values SgdUpdateOp::decompose(RuleBuilder &b) {
  const double momentum = getMomentum().convertToDouble();
  Expr d = gradientOf(*this, b);
  Expr velocity = momentum * widened(b(getVelocity())) + (1 - getDampening().convertToDouble()) * d;
  return narrowed(
      *this, {movedBy(*this, b, getNesterov() ? d + momentum * velocity : velocity), velocity});
}

Values AdagradUpdateOp::decompose(RuleBuilder &b) {
  Expr d = gradientOf(*this, b), total = widened(b(getSum())) + square(d);
  Expr slowed = castTo(1.0 + (stepNumber(b(getStep())) - 1.0) * getRateDecay().convertToDouble(),
                       d.elementType());
  Expr change = d / (rootOf(total) + getEpsilon().convertToDouble()) / slowed;
  return narrowed(*this, {movedBy(*this, b, change), total});
}

Values AdadeltaUpdateOp::decompose(RuleBuilder &b) {
  const double rho = getRho().convertToDouble(), epsilon = getEpsilon().convertToDouble();
  Expr d = gradientOf(*this, b), before = widened(b(getChange()));
  Expr squares = runningMean(widened(b(getSquare())), square(d), rho);
  Expr change = sqrt(before + epsilon) * rsqrt(squares + epsilon) * d;
  return narrowed(*this,
                  {movedBy(*this, b, change), squares, runningMean(before, square(change), rho)});
}

Values RmspropUpdateOp::decompose(RuleBuilder &b) {
  const double alpha = getAlpha().convertToDouble();
  Expr d = gradientOf(*this, b), mean = widened(b(getMean()));
  Expr squares = runningMean(widened(b(getSquare())), square(d), alpha), spread = squares;
  if (getCentered()) {
    mean = runningMean(mean, d, alpha);
    spread = squares - square(mean);
    spread = where(spread > 0.0, spread, 0.0); // negative by rounding alone
  }
  Expr velocity = getMomentum().convertToDouble() * widened(b(getVelocity())) +
                  d / (rootOf(spread) + getEpsilon().convertToDouble());
  return narrowed(*this, {movedBy(*this, b, velocity), squares, mean, velocity});
}

Values LionUpdateOp::decompose(RuleBuilder &b) {
  Expr g = widened(b(getG())), mean = widened(b(getMean()));
  Expr direction = sign(runningMean(mean, g, getB1().convertToDouble()));
  Expr change = direction + getWeightDecay().convertToDouble() * widened(b(getX()));
  return narrowed(*this,
                  {movedBy(*this, b, change), runningMean(mean, g, getB2().convertToDouble())});
}

COTAN_UPDATE(SgdUpdateOp, 3, 2)
COTAN_UPDATE(AdagradUpdateOp, 3, 2)
COTAN_UPDATE(AdadeltaUpdateOp, 4, 3)
COTAN_UPDATE(RmspropUpdateOp, 5, 4)
COTAN_UPDATE(LionUpdateOp, 3, 2)
