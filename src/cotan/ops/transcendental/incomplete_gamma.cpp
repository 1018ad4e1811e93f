// igamma, igammac and their derivatives: meaning. Signature and doc: incomplete_gamma.td.
//
// All are integrals of the density of the gamma distribution, times a polynomial of log(t) for
// derivatives with respect to a. They are taken from x away from most of the mass, so that nothing
// cancels: t = x exp(w), and the integrand decays to either side.
#include "cotan/ops/transcendental/incomplete_gamma.inc"

#include "cotan/ops/transcendental/double_exponential.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

constexpr Real large = 20; // from where asymptotic series are exact enough

/// exp(w) - 1 - w, of which the first terms cancel.
Real expBeyondLinear(Real w) {
  if (std::fabs(w) > 0.5L)
    return std::expm1(w) - w;
  Real sum = 0, term = w;
  for (int k = 2; k < 24; ++k)
    sum += term *= w / k;
  return sum;
}

/// The density times x.
Real weightAt(Real a, Real x) {
  if (a < large)
    return std::exp(a * std::log(x) - x - std::lgamma(a));
  const Real stirling = stirlingRest(a);
  const Real apart = (x - a) / a;
  const Real exponent = std::fabs(apart) < 0.5L ? logBeyondLinear(apart) : std::log(x / a) - apart;
  return std::sqrt(a / (2 * std::numbers::pi_v<Real>)) * std::exp(a * exponent - stirling);
}

/// The Taylor series of exp(f), of the derivatives of f divided by factorials, f' first.
std::vector<Real> exponential(ArrayRef<Real> slopes, int64_t order) {
  std::vector<Real> result = {1};
  for (int64_t k = 0; k < order; ++k) {
    Real next = 0;
    for (int64_t j = 0; j <= k; ++j)
      next += slopes[j] * result[k - j];
    result.push_back(next / (k + 1));
  }
  return result;
}

/// Minus the derivatives of lgamma at a, divided by factorials; `first` is in the place of digamma.
std::vector<Real> minusLgamma(int64_t order, Real a, Real first) {
  std::vector<Real> result = {first};
  for (int64_t i = 1; i < order; ++i)
    result.push_back(-polygammaOf(i, a) / std::tgamma(Real(i + 1)));
  return result;
}

/// log(x) - digamma(a).
Real logarithmBeyond(Real a, Real x) {
  if (a < large || std::fabs(x - a) > a / 2)
    return std::log(x) - digammaOf(a);
  const Real q = 1 / (a * a), rest = q / 240 - q * q / 132;
  return std::log1p((x - a) / a) + 1 / (2 * a) +
         q * (1 / 12.0L - q * (1 / 120.0L - q * (1 / 252.0L - rest)));
}

/// The density as a function of a: a series beside a, times exp(a y) for y = log(t / x) + start,
/// and times the density for the series 1.
struct Density {
  Density(int64_t order, Real a, Real x) {
    if (a < 1.5L) { // 1 / gamma(a) = a / gamma(a + 1) has no pole
      start = std::log(x);
      weight = std::exp(a * start - x) / std::tgamma(a + 1);
      series = exponential(minusLgamma(order, a + 1, -digammaOf(a + 1)), order);
      for (int64_t k = order; k >= 0; --k)
        series[k] = a * series[k] + (k > 0 ? series[k - 1] : 0);
    } else {
      start = order > 0 ? logarithmBeyond(a, x) : 0;
      weight = weightAt(a, x);
      series = exponential(minusLgamma(order, a, 0), order);
    }
  }

  /// The derivative, of the order, divided by the order's factorial.
  Real derivative(Real w) const {
    Real sum = 0, power = 1;
    for (size_t k = 0; k < series.size(); ++k) {
      sum += series[series.size() - 1 - k] * power;
      power *= (start + w) / (k + 1);
    }
    return sum;
  }

  Real start, weight;
  std::vector<Real> series;
};

/// The integral to 0 (direction -1) or to infinity (1).
Real integral(int64_t order, Real a, Real x, int direction) {
  const Density density(order, a, x);
  if (density.weight == 0)
    return 0;
  const Real scale = 1 / (std::fabs(a - x) + std::sqrt(x) + 1);
  static const DoubleExponential formula(48);
  const Real sum = formula.integral([&](Real v) {
    const Real w = direction * scale * v, exponent = (a - x) * w - x * expBeyondLinear(w);
    return exponent > -1e4L && std::isfinite(w) ? std::exp(exponent) * density.derivative(w) : 0;
  });
  return density.weight * scale * sum * std::tgamma(Real(order + 1));
}

/// For x < 1: x^a / gamma(a + 1) times the sum of (-x)^m / m! a / (a + m), as Taylor series of a.
Real bySeries(int64_t order, Real a, Real x) {
  const Real first = std::log(x) - (order > 0 ? digammaOf(a + 1) : 0);
  const std::vector<Real> power = exponential(minusLgamma(order, a + 1, first), order);
  Real result = 0;
  for (int64_t k = 0; k <= order; ++k) {
    Real sum = k == 0, term = 1;
    for (int m = 1; m < 40; ++m) {
      term *= -x / m; // its factor is 1 - m / (a + m)
      sum +=
          k == 0 ? term * a / (a + m) : term * m * (k % 2 ? 1 : -1) / std::pow(a + m, Real(k + 1));
    }
    result += power[order - k] * sum;
  }
  return result * std::exp(a * std::log(x) - std::lgamma(a + 1)) * std::tgamma(Real(order + 1));
}

/// For x < 1 and a of about that size: what lies between x and 1, and beyond.
Real upperOfSmall(Real a, Real x) {
  Real sum = 0, factor = 1;
  for (int m = 0; m < 40; ++m) {
    sum -= factor * std::expm1((a + m) * std::log(x)) / (a + m);
    factor *= -1 / Real(m + 1);
  }
  return sum * a / std::tgamma(a + 1) + integral(0, a, 1, 1);
}

bool isOutside(Real a, Real x) { return !(a >= 0 && x >= 0); } // or NaN

struct Shares {
  Real lower, upper;
};

Shares shares(Real a, Real x) {
  if (isOutside(a, x) || (a == 0 && x == 0) || (std::isinf(a) && std::isinf(x)))
    return {notANumber, notANumber};
  if (x == 0 || std::isinf(a))
    return {0, 1};
  if (a == 0 || std::isinf(x))
    return {1, 0};
  if (x < 1) {
    const Real lower = bySeries(0, a, x);
    return {lower, a < 1.5L ? upperOfSmall(a, x) : 1 - lower};
  }
  const bool isLower = x < a;
  const Real part = integral(0, a, x, isLower ? -1 : 1);
  return isLower ? Shares{part, 1 - part} : Shares{1 - part, part};
}

Real densityAt(Real a, Real x) {
  if (x == 0)
    return a == 0                        ? notANumber
           : a < 1 && a != std::floor(a) ? infinity / std::tgamma(a)
           : a > 1 || a < 1              ? 0
                                         : a;
  if (isOutside(a, x))
    return notANumber;
  return a == 0 || std::isinf(a) || std::isinf(x) ? 0 : weightAt(a, x) / x;
}

Real slopeOf(int64_t order, Real a, Real x) {
  if (isOutside(a, x) || (a == 0 && x == 0))
    return notANumber;
  if (x == 0 || std::isinf(a) || std::isinf(x))
    return 0;
  if (x < 1)
    return bySeries(order, a, x);
  const bool isLower = logarithmBeyond(a, x) < 0;
  return isLower ? integral(order, a, x, -1) : -integral(order, a, x, 1);
}

} // namespace

Arrays IgammaOp::evaluate(ArrayRef<Array> x) {
  return {zipFloat(x[0], x[1], [](Real a, Real b) { return shares(a, b).lower; })};
}
Lanes IgammaOp::lower(Element &x) { return call("cotan_igamma", x[0], x[1]); }

Arrays IgammacOp::evaluate(ArrayRef<Array> x) {
  return {zipFloat(x[0], x[1], [](Real a, Real b) { return shares(a, b).upper; })};
}
Lanes IgammacOp::lower(Element &x) { return call("cotan_igammac", x[0], x[1]); }

Arrays IgammaGradXOp::evaluate(ArrayRef<Array> x) {
  return {zipFloat(x[0], x[1], [](Real a, Real b) { return densityAt(a, b); })};
}
Lanes IgammaGradXOp::lower(Element &x) { return call("cotan_igamma_grad_x", x[0], x[1]); }

Arrays IgammaGradAOp::evaluate(ArrayRef<Array> x) {
  const int64_t order = getOrder();
  return {zipFloat(x[0], x[1], [&](Real a, Real b) { return slopeOf(order, a, b); })};
}
Lanes IgammaGradAOp::lower(Element &element) {
  Lanes a = widened(element[0]), x = widened(element[1]);
  Lanes args[] = {a.same(getOrder()), a, x};
  return convert(a.builder().call("cotan_igamma_grad_a", args), element[0].dtype());
}

static constexpr int64_t highestOrderInA = 32;

LogicalResult IgammaGradAOp::verify() {
  const int64_t order = getOrder();
  if (order >= 1 && order <= highestOrderInA)
    return success();
  return emitOpError("order ") << order << " is outside [1, " << highestOrderInA << "]";
}

Values IgammaOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), a = b(getA()), x = b(getX()), da, dx;
  if (b.needs(0))
    da = dy * igamma_grad_a(a, x, 1);
  if (b.needs(1))
    dx = dy * igamma_grad_x(a, x);
  return {da, dx};
}

Values IgammacOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), a = b(getA()), x = b(getX()), da, dx;
  if (b.needs(0))
    da = -(dy * igamma_grad_a(a, x, 1));
  if (b.needs(1))
    dx = -(dy * igamma_grad_x(a, x));
  return {da, dx};
}

namespace {

/// The derivative of the density with respect to a, of some order. The density is a times
/// x^(a-1) exp(-x) / gamma(a + 1), which has no pole where a is 0.
Expr densitySlope(const Expr &a, const Expr &x, int64_t order) {
  Expr isZero = eq(x, x.builder().full(0, x)), inside = where(isZero, 1.0, x), next = a + 1.0;
  Exprs slopes = {log(inside) - digamma(next)},
        derivatives = {igamma_grad_x(next, inside) / inside};
  for (int64_t i = 1; i < order; ++i)
    slopes.push_back(-polygamma(next, i));
  for (int64_t n = 1; n <= order; ++n) {
    Expr sum;
    double binomial = 1; // of n - 1 and k
    for (int64_t k = 0; k < n; ++k) {
      sum = total(sum, slopes[k] * (binomial * derivatives[n - 1 - k]));
      binomial = binomial * double(n - 1 - k) / double(k + 1);
    }
    derivatives.push_back(sum);
  }
  Expr slope = a * derivatives[order] + double(order) * derivatives[order - 1];
  Expr logarithm = log(x), power = logarithm;
  for (int64_t n = 1; n < order; ++n)
    power = power * logarithm;
  return where(isZero, stop_gradient(mul_no_nan(power, igamma_grad_x(a, x))), slope);
}

} // namespace

// At x = 0 the terms of the slope with respect to x may be infinite; one is a density of its own.
Values IgammaGradXOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), a = b(getA()), x = b(getX()), y = b(getY()), da, dx;
  if (b.needs(0))
    da = dy * densitySlope(a, x, 1);
  if (b.needs(1)) {
    Expr zero = b.full(0, x), isZero = eq(x, zero);
    Expr isPlain = or_(not_(isZero), eq(a, b.full(1, a))); // nothing is infinite
    Expr atZero = igamma_grad_x(where(isPlain, 2.0, a - 1.0), where(isPlain, 1.0, x));
    Expr inside = y * ((a - 1.0) / where(isZero, 1.0, x) - 1.0);
    dx = dy * where(isZero, where(isPlain, 0.0, atZero) - y, inside);
  }
  return {da, dx};
}

Values IgammaGradAOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), a = b(getA()), x = b(getX()), da, dx;
  if (b.needs(0) && getOrder() == highestOrderInA)
    return {};
  if (b.needs(0))
    da = dy * igamma_grad_a(a, x, getOrder() + 1);
  if (b.needs(1))
    dx = dy * densitySlope(a, x, getOrder());
  return {da, dx};
}
