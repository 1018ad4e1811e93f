// Losses of two outcomes: meaning. Signature and doc: binary_cross_entropy.td.
#include "cotan/ops/loss/binary_cross_entropy.inc"

#include "cotan/ops/loss/losses.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// `losses`, each times its weight, if there is one.
static Expr weighted(RuleBuilder &b, const Expr &losses, Value weight) {
  return weight ? widened(b(weight)) * losses : losses;
}

/// log(x), but at least -100; the logarithm sees no number below.
static Expr cutLog(const Expr &x) {
  const double least = std::exp(-100.0);
  Expr isLess = x < least;
  return where(isLess, -100.0, log(where(isLess, 1.0, x)));
}

static Expr lossOf(const Expr &x, const Expr &y) {
  return -(y * cutLog(x) + (1.0 - y) * cutLog(1.0 - x));
}

static Expr each(BinaryCrossEntropyOp op, RuleBuilder &b) {
  return weighted(b, lossOf(widened(b(op.getX())), widened(b(op.getY()))), op.getWeight());
}

static Expr lossOfLogits(const Expr &x, const Expr &y) { return (1.0 - y) * x + softplus(-x); }

static Expr each(BinaryCrossEntropyWithLogitsOp op, RuleBuilder &b) {
  Expr x = widened(b(op.getX())), y = widened(b(op.getY()));
  Expr losses =
      op.getPosWeight()
          ? (1.0 - y) * x + (1.0 + (widened(b(op.getPosWeight())) - 1.0) * y) * softplus(-x)
          : lossOfLogits(x, y);
  return weighted(b, losses, op.getWeight());
}

// 1 - p without a difference, which would lose small ones.
static Expr each(SigmoidFocalLossOp op, RuleBuilder &b) {
  const double alpha = op.getAlpha().convertToDouble(), gamma = op.getGamma().convertToDouble();
  Expr x = widened(b(op.getX())), y = widened(b(op.getY()));
  Expr missed = y * sigmoid(-x) + (1.0 - y) * sigmoid(x);
  Expr losses = lossOfLogits(x, y) * pow(missed, b.full(gamma, missed));
  return alpha < 0 ? losses : (alpha * y + (1 - alpha) * (1.0 - y)) * losses;
}

static Expr each(DiceLossOp op, RuleBuilder &b) {
  Expr x = widened(b(op.getX())), y = widened(b(op.getY()));
  auto rest = llvm::to_vector(llvm::seq<int64_t>(1, x.rank()));
  Expr whole = sum(x, rest) + sum(y, rest) + op.getEpsilon().convertToDouble();
  return 1.0 - 2.0 * sum(x * y, rest) / whole;
}

/// Those of the first axis.
static Sizes sizesOfBatch(SizeRules &rules) {
  Sizes sizes = rules.commonSizes(2);
  rules.require(sizes.empty() ? 0 : 1, "x is one number; give it an axis for the batch");
  sizes.truncate(std::min<size_t>(sizes.size(), 1));
  return sizes;
}

COTAN_LOSS(BinaryCrossEntropyOp)
COTAN_LOSS(BinaryCrossEntropyWithLogitsOp)
COTAN_LOSS(SigmoidFocalLossOp)
COTAN_LOSS_OF(DiceLossOp, sizesOfBatch(rules))
