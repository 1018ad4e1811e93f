// softmax, softmin, log_softmax, logsumexp: meaning and derivative. Signature and doc: softmax.td.
#include "cotan/ops/activation/softmax.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// `x` moved so that its largest element along the axes is 0, which changes neither softmax nor its
/// derivative.
static Expr shifted(const Expr &x, int64_t axis) {
  return x - stop_gradient(max(x, axis, /*keepdims=*/true));
}

LogicalResult SoftmaxOp::verify() {
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}

Values SoftmaxOp::decompose(RuleBuilder &b) {
  Expr e = exp(shifted(b(getX()), getAxis()));
  // One division for each row: the sum is at least 1.
  return {e * (1.0 / sum(e, getAxis(), /*keepdims=*/true))};
}

// Uses the result, so nothing else need be kept for the reverse pass.
Values SoftmaxOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY()), dy = b(g[0]);
  return {y * (dy - sum(y * dy, getAxis(), /*keepdims=*/true))};
}

LogicalResult SoftminOp::verify() {
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}

Values SoftminOp::decompose(RuleBuilder &b) { return {softmax(-b(getX()), getAxis())}; }

LogicalResult LogSoftmaxOp::verify() {
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}

Values LogSoftmaxOp::decompose(RuleBuilder &b) {
  Expr x = shifted(b(getX()), getAxis());
  return {x - log(sum(exp(x), getAxis(), /*keepdims=*/true))};
}

Values LogSoftmaxOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY()), dy = b(g[0]);
  return {dy - exp(y) * sum(dy, getAxis(), /*keepdims=*/true)};
}

LogicalResult LogsumexpOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferReduction<LogsumexpOp>(loc, adaptor, results);
}

Sizes LogsumexpOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return reducedSizes(rules, x.getAxes(), x.getKeepdims());
}

Values LogsumexpOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), largest = max(x, getAxes(), /*keepdims=*/true);
  // An infinite largest element must not be subtracted from itself.
  Expr shift = stop_gradient(where(is_finite(largest), largest, 0.0));
  Expr y = log(sum(exp(x - shift), getAxes(), /*keepdims=*/true)) + shift;
  return {getKeepdims() ? y : squeeze(y, getAxes())};
}

Values LogsumexpOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = restoreAxes(b(getY()), getAxes(), getKeepdims());
  return {restoreAxes(b(g[0]), getAxes(), getKeepdims()) * exp(b(getX()) - y)};
}

Values SoftmaxOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values SoftminOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values LogSoftmaxOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

Values LogsumexpOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
