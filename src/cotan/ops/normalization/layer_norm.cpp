// layer_norm, rms_norm: meaning and derivative. Signature and doc: layer_norm.td.
#include "cotan/ops/normalization/layer_norm.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/normalization/standardize.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// A parameter, which has the sizes of `axes`, put beside the axes of x.
template <typename Op> Expr besideOtherAxes(Op op, const Expr &parameter) {
  return widened(expand_dims(parameter, otherAxes(op.getType().getRank(), op.getAxes())));
}

/// The cotangent of a parameter, from what flows to its repetitions.
template <typename Op> Expr parameterVjp(Op op, const Expr &dy) {
  Expr total = sum(dy, otherAxes(op.getType().getRank(), op.getAxes()), /*keepdims=*/false);
  return castTo(total, op.getType().getElementType());
}

template <typename Op> double epsilonOf(Op op) { return op.getEpsilon().convertToDouble(); }

} // namespace

Values LayerNormOp::decompose(RuleBuilder &b) {
  Standardized x = standardize(widened(b(getX())), getAxes(), epsilonOf(*this));
  Expr y = x.value * besideOtherAxes(*this, b(getScale())) + besideOtherAxes(*this, b(getBias()));
  return {castTo(y, getType().getElementType())};
}

// Of the primal values only x and scale are kept; mean and variance are computed again.
Values LayerNormOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = widened(b(g[0])), dx, dscale, dbias;
  if (b.needs(0) || b.needs(1)) {
    Standardized x = standardize(widened(b(getX())), getAxes(), epsilonOf(*this));
    dx = standardizeVjp(x, dy * besideOtherAxes(*this, b(getScale())), getAxes());
    dx = castTo(dx, getType().getElementType());
    dscale = parameterVjp(*this, dy * x.value);
  }
  if (b.needs(2))
    dbias = parameterVjp(*this, dy);
  return {dx, dscale, dbias};
}

LogicalResult LayerNormOp::verify() {
  if (failed(verifyAxes(getLoc(), getAxes(), getType().getRank())))
    return failure();
  return verifyParameter(*this, "scale", getScale().getType(), getType(), getAxes());
}

/// 1 / sqrt(mean(x^2) + epsilon).
static Expr inverseSize(const Expr &x, ArrayRef<int64_t> axes, double epsilon) {
  return rsqrt(mean(square(x), axes, /*keepdims=*/true) + epsilon);
}

Values RmsNormOp::decompose(RuleBuilder &b) {
  Expr x = widened(b(getX())), inverse = inverseSize(x, getAxes(), epsilonOf(*this));
  return {castTo(x * inverse * besideOtherAxes(*this, b(getScale())), getType().getElementType())};
}

Values RmsNormOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = widened(b(getX())), inverse = inverseSize(x, getAxes(), epsilonOf(*this));
  Expr dy = widened(b(g[0])), direction = x * inverse, dx;
  if (b.needs(0)) {
    Expr scaled = dy * besideOtherAxes(*this, b(getScale()));
    Expr along = direction * mean(scaled * direction, getAxes(), /*keepdims=*/true);
    dx = castTo((scaled - along) * inverse, getType().getElementType());
  }
  return {dx, b.needs(1) ? parameterVjp(*this, dy * direction) : Expr()};
}

LogicalResult RmsNormOp::verify() {
  if (failed(verifyAxes(getLoc(), getAxes(), getType().getRank())))
    return failure();
  return verifyParameter(*this, "scale", getScale().getType(), getType(), getAxes());
}

static SmallVector<int64_t> shiftedAxes(ArrayRef<int64_t> axes) {
  return llvm::map_to_vector(axes, [](int64_t axis) { return axis + 1; });
}

// Parameters that differ between the lanes have no place among the operands: then the parts are
// batched.
Values LayerNormOp::batch(Batch &x) {
  if (x.isBatched(1) || x.isBatched(2))
    return {};
  return {layer_norm(x[0], x[1], x[2], shiftedAxes(getAxes()), getEpsilon())};
}

Values RmsNormOp::batch(Batch &x) {
  if (x.isBatched(1))
    return {};
  return {rms_norm(x[0], x[1], shiftedAxes(getAxes()), getEpsilon())};
}
