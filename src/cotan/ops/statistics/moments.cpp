// mean, var, std: meaning and derivative. Signature and doc: moments.td.
#include "cotan/ops/statistics/moments.inc"

#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

#define COTAN_MOMENT(OP)                                                                           \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,  \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferReduction<OP>(loc, adaptor, results);                                              \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return reducedSizes(rules, x.getAxes(), x.getKeepdims());                                      \
  }
COTAN_MOMENT(MeanOp)
COTAN_MOMENT(VarOp)
COTAN_MOMENT(StdOp)

Values MeanOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), total = sum(widened(x), getAxes(), getKeepdims());
  return {castTo(total / countAlong(b, getX(), getAxes(), total.elementType()), x.elementType())};
}

Values MeanOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), wide = widened(dy);
  Expr share =
      castTo(wide / countAlong(b, getX(), getAxes(), wide.elementType()), dy.elementType());
  return {broadcastLike(b, restoreAxes(share, getAxes(), getKeepdims()), getX())};
}

static Expr variance(RuleBuilder &b, Value value, ArrayRef<int64_t> axes, bool keepdims,
                     int64_t correction) {
  Expr x = widened(b(value));
  Expr total = sum(square(x - mean(x, axes, /*keepdims=*/true)), axes, keepdims);
  return total / maximum(countAlong(b, value, axes, x.elementType()) - double(correction), 0.0);
}

Values VarOp::decompose(RuleBuilder &b) {
  Expr y = variance(b, getX(), getAxes(), getKeepdims(), getCorrection());
  return {castTo(y, getType().getElementType())};
}

Values StdOp::decompose(RuleBuilder &b) {
  Expr y = sqrt(variance(b, getX(), getAxes(), getKeepdims(), getCorrection()));
  return {castTo(y, getType().getElementType())};
}

Values MeanOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
Values VarOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
Values StdOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
