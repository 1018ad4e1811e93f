// betainc and its derivatives: meaning. Signature and doc: incomplete_beta.td.
//
// All are integrals of the density of the beta distribution, times a polynomial of log(t) and
// log(1 - t) for derivatives with respect to a and b. They are taken from x away from most of the
// mass, so that nothing cancels: t / (1 - t) = x / (1 - x) exp(-v), and the integrand decays.
#include "cotan/ops/transcendental/incomplete_beta.inc"

#include "cotan/ops/transcendental/double_exponential.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

Real binomial(int64_t n, int64_t k) {
  Real result = 1;
  for (int64_t i = 0; i < k; ++i)
    result = result * Real(n - i) / Real(i + 1);
  return result;
}

/// log(x); y = 1 - x may have digits that x lacks.
Real logarithmOf(Real x, Real y) { return x < 0.5L ? std::log(x) : std::log1p(-y); }

/// The density at x and between x and 0, for parameters a and b; y = 1 - x. What lies between x and
/// 1 is that of b, a and y. Its derivatives are of orders up to n and m with respect to a and b.
class BetaDensity {
public:
  BetaDensity(Real a, Real b, Real x, Real y, int64_t n = 0, int64_t m = 0)
      : a(a), b(b), x(x), y(y), logX(logarithmOf(x, y)), logY(logarithmOf(y, x)), n(n), m(m) {
    for (int64_t k = 0; k <= n + m && n + m > 0; ++k) {
      both.push_back(slopeOfLgamma(k, a + b));
      ofA.push_back(both[k] - slopeOfLgamma(k, a));
      ofB.push_back(both[k] - slopeOfLgamma(k, b));
    }
  }

  /// That at x, times x (1 - x).
  Real weight() const {
    if (std::max(a, b) < large)
      return std::exp(ofLogarithms() + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b));
    if (std::min(a, b) < large) {
      const Real less = std::min(a, b), more = std::max(a, b);
      const Real ratio = (more - 0.5L) * std::log1p(less / more) + less * std::log(a + b) - less +
                         stirlingRest(a + b) - stirlingRest(more);
      return std::exp(ofLogarithms() + ratio - std::lgamma(less));
    }
    const Real apart = b * x - a * y; // from the mode
    return std::sqrt(a / (2 * std::numbers::pi_v<Real>)*(b / (a + b))) *
           std::exp(a * logBeyondLinear(apart / a) + b * logBeyondLinear(-apart / b) +
                    stirlingRest(a + b) - stirlingRest(a) - stirlingRest(b));
  }

  /// From x to 0.
  Real integral() const {
    const Real factor = weight();
    if (factor == 0)
      return 0;
    const Real scale = 1 / (std::fabs(a * y - b * x) + std::sqrt((a + b) * x * y));
    static const DoubleExponential formula(24);
    const Real sum = formula.integral([&](Real v) {
      const Place t = placeAt(scale * v);
      return t.decay > -1e4L && std::isfinite(scale * v)
                 ? std::exp(t.decay) * slope(n, m, t.logarithm, t.ofRest)
                 : 0;
    });
    return factor * scale * sum;
  }

private:
  static constexpr Real large = 20; // from where asymptotic series are exact enough

  Real ofLogarithms() const { return a * logX + b * logY; }

  /// A t, by the logarithms of t and 1 - t, and that of the density beside the one at x.
  struct Place {
    Real logarithm, ofRest, decay;
  };
  /// Large parts of the logarithms are taken together before they are multiplied.
  Place placeAt(Real v) const {
    if (x >= 0.5L && v < 300) {
      const Real less = std::log1p(y * std::expm1(v));
      return {logX - less, logY + v - less, b * v - (a + b) * less};
    }
    const Real less = x < 0.5L ? std::log1p(x * std::expm1(-v)) : std::log(y + x * std::exp(-v));
    return {logX - v - less, logY - less, -a * v - (a + b) * less};
  }

  static Real slopeOfLgamma(int64_t k, Real a) { return k == 0 ? digammaOf(a) : polygammaOf(k, a); }

  /// The derivative of the density, divided by it: those of its logarithm are numbers but for
  /// log(t) in the first with respect to a, and log(1 - t) in that to b.
  Real slope(int64_t i, int64_t j, Real logT, Real logRest) const {
    Real sum = i == 0 && j == 0;
    for (int64_t k = 0; k < i; ++k)
      for (int64_t l = 0; l <= j; ++l) {
        const Real factor = l > 0 ? both[k + l] : ofA[k] + (k == 0 ? logT : 0);
        sum +=
            binomial(i - 1, k) * binomial(j, l) * factor * slope(i - 1 - k, j - l, logT, logRest);
      }
    for (int64_t l = 0; i == 0 && l < j; ++l)
      sum += binomial(j - 1, l) * (ofB[l] + (l == 0 ? logRest : 0)) *
             slope(0, j - 1 - l, logT, logRest);
    return sum;
  }

  Real a, b, x, y, logX, logY;
  int64_t n, m;
  std::vector<Real> both, ofA, ofB;
};

bool isOutside(Real a, Real b, Real x) {
  return !(a > 0 && b > 0 && x >= 0 && x <= 1) || std::isinf(a) || std::isinf(b);
}

/// Of the orders n and m; of none, the share of the mass that is below x.
Real below(int64_t n, int64_t m, Real a, Real b, Real x) {
  const bool isShare = n == 0 && m == 0;
  if (isOutside(a, b, x))
    return notANumber;
  if (x == 0 || x == 1)
    return isShare && x == 1 ? 1 : 0;
  if (x * (a + b) < a)
    return BetaDensity(a, b, x, 1 - x, n, m).integral();
  const Real above = BetaDensity(b, a, 1 - x, x, m, n).integral();
  return isShare ? 1 - above : -above;
}

Real betaDensityAt(Real a, Real b, Real x) {
  if (isOutside(a, b, x))
    return notANumber;
  if (x == 0)
    return a < 1 ? infinity : a == 1 ? b : 0;
  if (x == 1)
    return b < 1 ? infinity : b == 1 ? a : 0;
  return BetaDensity(a, b, x, 1 - x).weight() / x / (1 - x);
}

Lanes callOf(StringRef function, ArrayRef<int64_t> orders, Element &element) {
  Lanes a = widened(element[0]);
  SmallVector<Lanes> args;
  for (int64_t order : orders)
    args.push_back(a.same(order));
  for (unsigned i = 0; i < 3; ++i)
    args.push_back(widened(element[i]));
  return convert(a.builder().call(function, args), element[0].dtype());
}

} // namespace

Arrays BetaincOp::evaluate(ArrayRef<Array> x) {
  return {zipFloat(x[0], x[1], x[2], [](Real a, Real b, Real c) { return below(0, 0, a, b, c); })};
}
Lanes BetaincOp::lower(Element &x) { return callOf("cotan_betainc", {}, x); }

Arrays BetaincGradXOp::evaluate(ArrayRef<Array> x) {
  return {
      zipFloat(x[0], x[1], x[2], [](Real a, Real b, Real c) { return betaDensityAt(a, b, c); })};
}
Lanes BetaincGradXOp::lower(Element &x) { return callOf("cotan_betainc_grad_x", {}, x); }

Arrays BetaincGradAbOp::evaluate(ArrayRef<Array> x) {
  const int64_t n = getOrderA(), m = getOrderB();
  return {zipFloat(x[0], x[1], x[2], [&](Real a, Real b, Real c) { return below(n, m, a, b, c); })};
}
Lanes BetaincGradAbOp::lower(Element &x) {
  return callOf("cotan_betainc_grad_ab", {int64_t(getOrderA()), int64_t(getOrderB())}, x);
}

LogicalResult BetaincGradAbOp::verify() {
  const int64_t n = getOrderA(), m = getOrderB();
  if (n >= 0 && m >= 0 && n <= 16 && m <= 16 && n + m >= 1 && n + m <= 16)
    return success();
  return emitOpError("orders ") << n << " and " << m
                                << " must not be negative, and add up to something in [1, 16]";
}

//--- derivatives

namespace {

/// As a function of a and b: the density's derivatives of any orders. Where a logarithm is
/// infinite, they are limits, whose own derivatives are left out.
class DensitySlopes {
public:
  DensitySlopes(const Expr &a, const Expr &b, const Expr &x)
      : a(a), b(b), density(betainc_grad_x(a, b, x)), ofX(x, x), ofRest(1.0 - x, x) {}

  Expr slope(int64_t n, int64_t m) const {
    Expr sum = inside(n, m);
    for (auto [order, end] : {std::pair(n, &ofX), std::pair(m, &ofRest)})
      if (order > 0)
        sum = where(end->isZero, stop_gradient(mul_no_nan(end->power(order), density)), sum);
    return sum;
  }

private:
  /// A logarithm of `size`, x or 1 - x.
  struct Logarithm {
    Logarithm(const Expr &size, const Expr &x)
        : isZero(eq(size, x.builder().full(0, x))), plain(where(isZero, 0.5, size)) {}
    Expr power(int64_t n) const { // at 0
      return plain.builder().full(n % 2 ? -INFINITY : INFINITY, plain);
    }
    Expr isZero, plain;
  };

  Expr inside(int64_t n, int64_t m) const {
    if (n == 0 && m == 0)
      return density;
    const bool byA = n > 0;
    const int64_t first = byA ? n : m, other = byA ? m : n;
    Expr sum;
    for (int64_t k = 0; k < first; ++k)
      for (int64_t l = 0; l <= other; ++l) {
        Expr rest = byA ? inside(n - 1 - k, m - l) : inside(n - l, m - 1 - k);
        const double factor = double(binomial(first - 1, k) * binomial(other, l));
        sum = total(sum, factor * logSlope(byA, k, l) * rest);
      }
    return sum;
  }

  /// Of the logarithm of the density, with respect to one parameter first.
  Expr logSlope(bool byA, int64_t n, int64_t m) const {
    const Expr &own = byA ? a : b, both = a + b;
    if (n == 0 && m == 0)
      return log((byA ? ofX : ofRest).plain) - digamma(own) + digamma(both);
    Expr shared = polygamma(both, n + m);
    return m == 0 ? shared - polygamma(own, n) : shared;
  }

  Expr a, b, density;
  Logarithm ofX, ofRest;
};

Values vjpOf(RuleBuilder &rules, const Expr &dy, const Expr &a, const Expr &b, const Expr &x,
             int64_t n, int64_t m) {
  Expr da, db, dx;
  if (rules.needs(0))
    da = dy * betainc_grad_ab(a, b, x, n + 1, m);
  if (rules.needs(1))
    db = dy * betainc_grad_ab(a, b, x, n, m + 1);
  if (rules.needs(2))
    dx = dy * DensitySlopes(a, b, x).slope(n, m);
  return {da, db, dx};
}

/// (a - 1) / x times the density: at x = 0 a density of its own.
Expr onOneSide(const Expr &a, const Expr &b, const Expr &x, const Expr &density) {
  RuleBuilder &rules = x.builder();
  Expr isAtEnd = eq(x, rules.full(0, x)), isLarge = a > 1.0;
  Expr inside = (a - 1.0) * density / where(isAtEnd, 1.0, x);
  Expr large = (a + b - 1.0) * betainc_grad_x(where(isLarge, a - 1.0, 1.0), b, x);
  Expr small = where(eq(a, rules.full(1, a)), 0.0, rules.full(-INFINITY, x));
  return where(isAtEnd, where(isLarge, large, small), inside);
}

} // namespace

Values BetaincOp::vjp(RuleBuilder &b, ValueRange g) {
  return vjpOf(b, b(g[0]), b(getA()), b(getB()), b(getX()), 0, 0);
}

Values BetaincGradAbOp::vjp(RuleBuilder &b, ValueRange g) {
  return vjpOf(b, b(g[0]), b(getA()), b(getB()), b(getX()), getOrderA(), getOrderB());
}

Values BetaincGradXOp::vjp(RuleBuilder &rules, ValueRange g) {
  Expr dy = rules(g[0]), a = rules(getA()), b = rules(getB()), x = rules(getX()), da, db, dx;
  const DensitySlopes slopes(a, b, x);
  if (rules.needs(0))
    da = dy * slopes.slope(1, 0);
  if (rules.needs(1))
    db = dy * slopes.slope(0, 1);
  if (rules.needs(2)) {
    Expr left = onOneSide(a, b, x, rules(getY())), right = onOneSide(b, a, 1.0 - x, rules(getY()));
    Expr both = where(x < 0.5, where(is_inf(left), left, left - right),
                      where(is_inf(right), -right, left - right));
    dx = dy * both;
  }
  return {da, db, dx};
}
