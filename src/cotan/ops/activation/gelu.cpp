// gelu, quick_gelu: meaning and derivative. Signature and doc: gelu.td.
#include "cotan/ops/activation/gelu.inc"

#include <numbers>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

static constexpr double cubic = 0.044715;
static const double scale = std::sqrt(2 / std::numbers::pi);

/// The probability that a normally distributed number is less than x; erfc keeps its small values.
static Expr normalDistribution(const Expr &x) { return 0.5 * erfc(-std::numbers::sqrt2 / 2 * x); }

/// From here on it is x, or 0, to the last digit; the powers of larger numbers may overflow.
static constexpr double saturation = 10;

static Expr approximation(const Expr &x) { return tanh(scale * (x + cubic * (x * square(x)))); }

static Expr atLeast(const Expr &x, double low) { return where(x < low, low, x); }
static Expr bounded(const Expr &x) {
  return atLeast(where(x > saturation, saturation, x), -saturation);
}

Values GeluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  if (getApproximate() == "tanh")
    return {0.5 * atLeast(x, -saturation) * (1.0 + approximation(bounded(x)))};
  return {x * normalDistribution(x)};
}

// Needs nothing but x: what the decomposition computes on the way is cheaper to compute again.
Values GeluOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  if (getApproximate() == "tanh") {
    Expr near = bounded(x), t = approximation(near);
    Expr slope = scale * (1.0 + 3 * cubic * square(near));
    return {b(g[0]) * (0.5 * (1.0 + t) + 0.5 * near * ((1.0 - t) * (1.0 + t)) * slope)};
  }
  Expr density = std::numbers::inv_sqrtpi / std::numbers::sqrt2 * exp(-0.5 * square(x));
  return {b(g[0]) * (normalDistribution(x) + x * density)};
}

LogicalResult GeluOp::verify() {
  if (getApproximate() == "none" || getApproximate() == "tanh")
    return success();
  return emitOpError("approximate is '") << getApproximate() << "'; expected 'none' or 'tanh'";
}

Values QuickGeluOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x * sigmoid(1.702 * x)};
}
