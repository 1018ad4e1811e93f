// batch_norm, batch_norm_inference: meaning and derivative. Signature and doc: batch_norm.td.
#include "cotan/ops/normalization/batch_norm.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/normalization/standardize.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> int64_t rankOf(Op op) { return op.getX().getType().getRank(); }

/// All axes but that of the features.
template <typename Op> SmallVector<int64_t> batchAxes(Op op) {
  return otherAxes(rankOf(op), int64_t(op.getAxis()));
}

/// One element per feature, put beside the axes of x.
template <typename Op> Expr besideBatchAxes(Op op, const Expr &parameter) {
  return widened(expand_dims(parameter, batchAxes(op)));
}

template <typename Op> LogicalResult verifyFeatures(Op op) {
  if (failed(verifyAxes(op.getLoc(), int64_t(op.getAxis()), rankOf(op))))
    return failure();
  return verifyParameter(op, "scale", op.getScale().getType(), op.getX().getType(),
                         int64_t(op.getAxis()));
}

} // namespace

Values BatchNormOp::decompose(RuleBuilder &b) {
  SmallVector<int64_t> axes = batchAxes(*this);
  Type type = getX().getType().getElementType();
  Expr x = widened(b(getX()));
  Expr average = mean(x, axes, /*keepdims=*/true);
  Expr variance = mean(square(x - average), axes, /*keepdims=*/true);
  Standardized standard = standardize(x, average, variance, getEpsilon().convertToDouble());
  Expr y =
      standard.value * besideBatchAxes(*this, b(getScale())) + besideBatchAxes(*this, b(getBias()));
  return {castTo(y, type), castTo(squeeze(average, axes), type),
          castTo(squeeze(variance, axes), type)};
}

// Of the primal values x is kept and what has one element per feature. The sums that the cotangent
// of x asks for are those of scale and bias.
Values BatchNormOp::vjp(RuleBuilder &b, ValueRange g) {
  SmallVector<int64_t> axes = batchAxes(*this);
  Type type = getX().getType().getElementType();
  Expr x = widened(b(getX())), dy = widened(b(g[0])), dx;
  Expr average = besideBatchAxes(*this, b(getMean())),
       variance = besideBatchAxes(*this, b(getVariance()));
  Standardized standard = standardize(x, average, variance, getEpsilon().convertToDouble());
  Expr dscale = sum(dy * standard.value, axes), dbias = sum(dy, axes);
  if (b.needs(0)) {
    Expr count = countAlong(b, getX(), axes, x.elementType());
    Expr common = besideBatchAxes(*this, dbias) + standard.value * besideBatchAxes(*this, dscale);
    // One after the other: their product would be kept for each of many layers.
    dx = (dy - common / count) * standard.inverseDeviation * besideBatchAxes(*this, b(getScale()));
    if (!isZeros(g[1]))
      dx = dx + besideBatchAxes(*this, b(g[1])) / count;
    if (!isZeros(g[2]))
      dx = dx + 2.0 * besideBatchAxes(*this, b(g[2])) * (x - average) / count;
    dx = castTo(dx, type);
  }
  return {dx, castTo(dscale, type), castTo(dbias, type)};
}

LogicalResult BatchNormOp::verify() { return verifyFeatures(*this); }

Values BatchNormInferenceOp::decompose(RuleBuilder &b) {
  Standardized x =
      standardize(widened(b(getX())), besideBatchAxes(*this, b(getMean())),
                  besideBatchAxes(*this, b(getVariance())), getEpsilon().convertToDouble());
  Expr y = x.value * besideBatchAxes(*this, b(getScale())) + besideBatchAxes(*this, b(getBias()));
  return {castTo(y, getType().getElementType())};
}

LogicalResult BatchNormInferenceOp::verify() { return verifyFeatures(*this); }

// Parameters that differ between the lanes have no place among the operands: then the parts are
// batched.
Values BatchNormInferenceOp::batch(Batch &x) {
  for (unsigned i = 1; i < getNumOperands(); ++i)
    if (x.isBatched(i))
      return {};
  return {batch_norm_inference(x[0], x[1], x[2], x[3], x[4], getAxis() + 1, getEpsilon())};
}
