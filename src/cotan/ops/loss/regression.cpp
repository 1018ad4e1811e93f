// Losses of numbers beside those that were wanted: meaning. Signature and doc: regression.td.
#include "cotan/ops/loss/regression.inc"

#include "cotan/ops/loss/losses.h"

#include <numbers>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

template <typename Op> static Expr distance(Op op, RuleBuilder &b) {
  return widened(b(op.getX())) - widened(b(op.getY()));
}

static Expr each(MseOp op, RuleBuilder &b) { return square(distance(op, b)); }

static Expr each(L1LossOp op, RuleBuilder &b) { return abs(distance(op, b)); }

static Expr each(HuberOp op, RuleBuilder &b) {
  const double delta = op.getDelta().convertToDouble();
  Expr d = distance(op, b), size = abs(d);
  return where(size <= delta, 0.5 * square(d), delta * (size - 0.5 * delta));
}

static Expr each(SmoothL1LossOp op, RuleBuilder &b) {
  const double beta = op.getBeta().convertToDouble();
  Expr d = distance(op, b), size = abs(d);
  return beta == 0 ? size : where(size < beta, 0.5 / beta * square(d), size - 0.5 * beta);
}

// |d| by a choice, as `abs` is not smooth.
static Expr each(LogCoshOp op, RuleBuilder &b) {
  Expr d = distance(op, b), size = where(d >= 0.0, d, -d);
  return size + softplus(-2.0 * size) - std::numbers::ln2;
}

static Expr each(PoissonNllLossOp op, RuleBuilder &b) {
  Expr x = widened(b(op.getX())), y = widened(b(op.getY()));
  Expr loss =
      op.getLogInput() ? exp(x) - x * y : x - y * log(x + op.getEpsilon().convertToDouble());
  if (!op.getFull())
    return loss;
  Expr isLarge = y > 1.0, large = where(isLarge, y, 1.0); // the others are not seen
  Expr stirling = large * log(large) - large + 0.5 * log(2 * std::numbers::pi * large);
  return loss + where(isLarge, stirling, 0.0);
}

static Expr each(GaussianNllLossOp op, RuleBuilder &b) {
  const double epsilon = op.getEpsilon().convertToDouble();
  Expr given = widened(b(op.getVariance())), variance = where(given > epsilon, given, epsilon);
  Expr loss = 0.5 * (log(variance) + square(distance(op, b)) / variance);
  return op.getFull() ? loss + 0.5 * std::log(2 * std::numbers::pi) : loss;
}

COTAN_LOSS(MseOp)
COTAN_LOSS(L1LossOp)
COTAN_LOSS(HuberOp)
COTAN_LOSS(SmoothL1LossOp)
COTAN_LOSS(LogCoshOp)
COTAN_LOSS(PoissonNllLossOp)
COTAN_LOSS(GaussianNllLossOp)

LogicalResult HuberOp::verify() {
  const double delta = getDelta().convertToDouble();
  return delta > 0 ? success() : emitOpError("delta is ") << delta << ", but must be positive";
}

LogicalResult SmoothL1LossOp::verify() {
  const double beta = getBeta().convertToDouble();
  return beta >= 0 ? success() : emitOpError("beta is ") << beta << ", but must not be negative";
}
