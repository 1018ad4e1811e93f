// gamma, lgamma, digamma, polygamma: meaning and derivative. Signature and doc: gamma.td.
#include "cotan/ops/transcendental/gamma.inc"

#include "cotan/ops/transcendental/gamma_values.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

constexpr Real pi = std::numbers::pi_v<Real>;

/// B_2, B_4, ... of the Euler-Maclaurin formula.
constexpr Real bernoulli[] = {1.0L / 6,       -1.0L / 30,      1.0L / 42, -1.0L / 30,
                              5.0L / 66,      -691.0L / 2730,  7.0L / 6,  -3617.0L / 510,
                              43867.0L / 798, -174611.0L / 330};

/// cot(pi * x); the angle is reduced exactly first, and the zeros are exact.
Real cotangent(Real x) {
  const Real turn = x - std::nearbyint(x);
  return std::fabs(turn) == 0.5L ? 0 : 1 / std::tan(pi * turn);
}

} // namespace

long double cotan::digammaOf(long double x) {
  if (x == 0)
    return std::copysign(infinity, -x);
  if (std::isnan(x) || (x < 0 && x == std::floor(x)))
    return notANumber;
  if (x < 0) // reflection
    return digammaOf(1 - x) - pi * cotangent(x);
  Real sum = 0;
  for (; x < 16; x += 1)
    sum -= 1 / x;
  Real power = 1;
  for (auto [i, number] : llvm::enumerate(bernoulli)) {
    power /= x * x;
    sum -= number / (2 * (i + 1)) * power;
  }
  return sum + std::log(x) - 0.5L / x;
}

namespace {

/// The sum of (x + k)^-s over k = 0, 1, ... for x > 0.
Real hurwitzZeta(int64_t s, Real x) {
  Real sum = 0;
  for (; x < 16 + s; x += 1)
    sum += std::pow(x, Real(-s));
  sum += std::pow(x, Real(1 - s)) / (s - 1) + std::pow(x, Real(-s)) / 2;
  Real term = std::pow(x, Real(-s - 1)) * s / 2; // without the Bernoulli number
  for (auto [i, number] : llvm::enumerate(bernoulli)) {
    sum += number * term;
    const Real j = 2 * (i + 1);
    term *= (s + j - 1) * (s + j) / ((j + 1) * (j + 2)) / (x * x);
  }
  return sum;
}

/// The derivative of pi * cot(pi * x): a polynomial in c = cot(pi * x), as c' = -pi * (1 + c^2).
Real cotangentDerivative(int64_t order, Real x) {
  std::vector<Real> polynomial = {0, pi};
  for (int64_t i = 0; i < order; ++i) {
    std::vector<Real> next(polynomial.size() + 1);
    for (size_t power = 1; power < polynomial.size(); ++power) {
      next[power - 1] -= pi * power * polynomial[power];
      next[power + 1] -= pi * power * polynomial[power];
    }
    polynomial = std::move(next);
  }
  const Real c = cotangent(x);
  Real sum = 0;
  for (Real coefficient : llvm::reverse(polynomial))
    sum = sum * c + coefficient;
  return sum;
}

} // namespace

long double cotan::polygammaOf(int64_t order, long double x) {
  if (order == 0)
    return digammaOf(x);
  const int sign = order % 2 ? 1 : -1;
  if (x <= 0 && x == std::floor(x) && std::isfinite(x)) {
    if (sign > 0)
      return infinity;
    return x == 0 ? std::copysign(infinity, -x) : notANumber;
  }
  if (std::isnan(x) || x == -infinity)
    return notANumber;
  if (x < 0) // reflection
    return -sign * polygammaOf(order, 1 - x) - cotangentDerivative(order, x);
  return sign * std::tgamma(Real(order + 1)) * hurwitzZeta(order + 1, x);
}

Arrays GammaOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](Real a) { return std::tgamma(a); })};
}
Lanes GammaOp::lower(Element &x) { return call("cotan_gamma", x[0]); }
Values GammaOp::vjp(RuleBuilder &b, ValueRange g) {
  return {b(g[0]) * (b(getY()) * digamma(b(getX())))};
}

// lgamma itself writes a global variable, which is no good on several threads.
Arrays LgammaOp::evaluate(ArrayRef<Array> x) {
  int sign;
  return {mapFloat(x[0], [&](auto a) { return lgammal_r(a, &sign); })};
}
Lanes LgammaOp::lower(Element &x) { return call("lgamma", x[0]); }
Values LgammaOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * digamma(b(getX()))}; }

Arrays DigammaOp::evaluate(ArrayRef<Array> x) { return {mapFloat(x[0], digammaOf)}; }
Lanes DigammaOp::lower(Element &x) { return call("cotan_digamma", x[0]); }
Values DigammaOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * polygamma(b(getX()), 1)}; }

static constexpr int64_t highestPolygamma = 1000;

Arrays PolygammaOp::evaluate(ArrayRef<Array> x) {
  const int64_t order = getOrder();
  return {mapFloat(x[0], [&](Real a) { return polygammaOf(order, a); })};
}
Lanes PolygammaOp::lower(Element &element) {
  Lanes x = widened(element[0]); // bf16 has no place for orders above 256
  Lanes order = x.same(getOrder());
  return convert(call("cotan_polygamma", order, x), element[0].dtype());
}
Values PolygammaOp::vjp(RuleBuilder &b, ValueRange g) {
  if (getOrder() == highestPolygamma)
    return {};
  return {b(g[0]) * polygamma(b(getX()), getOrder() + 1)};
}

LogicalResult PolygammaOp::verify() {
  const int64_t order = getOrder();
  if (order >= 0 && order <= highestPolygamma)
    return success();
  return emitOpError("order ") << order << " is outside [0, " << highestPolygamma << "]";
}
