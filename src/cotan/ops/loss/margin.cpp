// Losses that ask for a margin between two sides: meaning. Signature and doc: margin.td.
#include "cotan/ops/loss/margin.inc"

#include "cotan/ops/loss/losses.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

template <typename Op> static Expr product(Op op, RuleBuilder &b) {
  return widened(b(op.getX())) * widened(b(op.getY()));
}

static Expr each(HingeLossOp op, RuleBuilder &b) { return relu(1.0 - product(op, b)); }
static Expr each(SquaredHingeLossOp op, RuleBuilder &b) {
  return square(relu(1.0 - product(op, b)));
}
static Expr each(SoftMarginLossOp op, RuleBuilder &b) { return softplus(-product(op, b)); }

static Expr each(HingeEmbeddingLossOp op, RuleBuilder &b) {
  Expr x = widened(b(op.getX())), y = widened(b(op.getY()));
  Expr lack = relu(op.getMargin().convertToDouble() - x);
  return where(eq(y, b.full(-1.0, y)), 0.0, x) + where(eq(y, b.full(1.0, y)), 0.0, lack);
}

static Expr each(MarginRankingLossOp op, RuleBuilder &b) {
  Expr difference = widened(b(op.getX())) - widened(b(op.getOther()));
  return relu(op.getMargin().convertToDouble() - widened(b(op.getY())) * difference);
}

COTAN_LOSS(HingeLossOp)
COTAN_LOSS(SquaredHingeLossOp)
COTAN_LOSS(SoftMarginLossOp)
COTAN_LOSS(HingeEmbeddingLossOp)
COTAN_LOSS(MarginRankingLossOp)
