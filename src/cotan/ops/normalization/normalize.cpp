// normalize, weight_norm: meaning. Signature and doc: normalize.td.
#include "cotan/ops/normalization/normalize.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/normalization/standardize.h"
#include "cotan/ops/reduction/axes.h"
#include "cotan/ops/reduction/vector_norm.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values NormalizeOp::decompose(RuleBuilder &b) {
  const double epsilon = getEpsilon().convertToDouble();
  Expr x = widened(b(getX()));
  Expr norm = vectorNorm(x, getP().convertToDouble(), getAxis(), /*keepdims=*/true);
  return {castTo(x / where(norm < epsilon, epsilon, norm), getType().getElementType())};
}

LogicalResult NormalizeOp::verify() {
  if (failed(verifyOrder(*this, getP().convertToDouble())))
    return failure();
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}

Values NormalizeOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

Values WeightNormOp::decompose(RuleBuilder &b) {
  SmallVector<int64_t> others = otherAxes(getType().getRank(), int64_t(getAxis()));
  Expr v = widened(b(getV())), g = widened(expand_dims(b(getG()), others));
  Expr norm = vectorNorm(v, 2, others, /*keepdims=*/true);
  Expr isZero = eq(norm, b.full(0.0, norm));
  Expr factor = where(isZero, 0.0, g / where(isZero, 1.0, norm));
  return {castTo(v * factor, getType().getElementType())};
}

LogicalResult WeightNormOp::verify() {
  if (failed(verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank())))
    return failure();
  return verifyParameter(*this, "g", getG().getType(), getType(), int64_t(getAxis()));
}
