// The incomplete gamma function is Boost's. Its derivatives with respect to a are integrals of the
// density of the gamma distribution times a polynomial of log(t), from x away from most of the
// mass, where nothing cancels: t = x exp(w).
#include "cotan/runtime/quiet_policy.h"
#include "cotan/runtime/special_functions.h"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/log1p.hpp>

#include <array>
#include <cmath>

using cotan::infinity, cotan::negligible, cotan::notANumber, cotan::Quiet;

namespace {

constexpr double huge = 1e9;
constexpr int mostOrders = 32; // the verifier's

/// What the polynomials of one order are made of: numbers beside each power.
using Series = std::array<double, mostOrders + 1>;

bool isOutside(double a, double x) { return !(a >= 0 && x >= 0); } // or NaN

/// exp(w) - 1 - w, of which the first terms cancel.
double expBeyondLinear(double w) {
  if (std::fabs(w) > 0.5)
    return std::expm1(w) - w;
  double sum = 0;
  for (int k = 16; k >= 3; --k)
    sum = (sum + 1) * w / k;
  return (sum + 1) * w * w / 2;
}

/// log(x) - digamma(a): where both are large and alike, of their difference.
double logarithmBeyond(double a, double x) {
  if (a < 20)
    return std::log(x) - cotan_digamma(a);
  const double q = 1 / (a * a), apart = (x - a) / a;
  const double rest =
      1 / (2 * a) + q * (1 / 12.0 - q * (1 / 120.0 - q * (1 / 252.0 - q * (1 / 240.0 - q / 132))));
  return (std::fabs(apart) < 0.5 ? std::log1p(apart) : std::log(x / a)) + rest;
}

/// The Taylor series of exp(f), of the derivatives of f divided by factorials, f' first.
Series exponential(const Series &slopes, int order) {
  Series result;
  result[0] = 1;
  for (int k = 0; k < order; ++k) {
    result[k + 1] = 0;
    for (int j = 0; j <= k; ++j)
      result[k + 1] += slopes[j] * result[k - j] / (k + 1);
  }
  return result;
}

/// Minus the derivatives of lgamma at a, divided by factorials; `first` is in the place of digamma.
Series minusLgamma(int order, double a, double first) {
  Series result;
  result[0] = first;
  double factorial = 1;
  for (int i = 1; i < order; ++i)
    result[i] = -cotan_polygamma(i, a) / (factorial *= i);
  return result;
}

/// The integral from x to 0 (direction -1) or to infinity (1). As a function of a, the density is a
/// constant times a series r of a times exp(a y): y is log(t) and r that of 1 / gamma(a) for small
/// a, where digamma is infinite; elsewhere y is log(t) - digamma(a), which has no large parts.
class GammaTail {
public:
  GammaTail(int order, double a, double x, int direction)
      : order(order), a(a), x(x), direction(direction) {
    if (a < 1.5) {
      start = std::log(x);
      Series whole = exponential(minusLgamma(order, a + 1, -cotan_digamma(a + 1)), order);
      for (int k = 0; k <= order; ++k)
        series[k] = a * whole[k] + (k > 0 ? whole[k - 1] : 0);
      weight = std::exp(a * start - x) / std::tgamma(a + 1);
    } else {
      start = logarithmBeyond(a, x);
      series = exponential(minusLgamma(order, a, 0), order);
      weight = x * boost::math::gamma_p_derivative(a, x, Quiet());
    }
  }

  double value() const {
    if (weight == 0)
      return 0;
    const double length = reach() / 2;
    return weight * (panel(0, length) + panel(length, 2 * length));
  }

private:
  /// The logarithm of t times the density, beside that at x.
  double exponent(double w) const {
    return direction * (a - x) * w - x * expBeyondLinear(direction * w);
  }

  /// From where the rest is negligible. The exponent is concave: a bound of it gives a first guess,
  /// from which Newton's method comes nearer without passing the place.
  double reach() const {
    double w;
    if (direction > 0) { // exp(w) - 1 - w > w^2 / 2
      const double c = a - x, root = std::hypot(c, std::sqrt(2 * negligible * x));
      w = c < 0 ? 2 * negligible / (root - c) : (c + root) / x;
    } else { // exp(-w) - 1 + w > w^2 / (2 + w)
      const double c = 2 * (a - x) - negligible;
      const double root = std::hypot(c, std::sqrt(8 * negligible * a));
      w = c > 0 ? 4 * negligible / (c + root) : (root - c) / (2 * a);
    }
    for (int i = 0; i < 8; ++i)
      w += (exponent(w) + negligible) / (direction * (x * std::expm1(direction * w) + (x - a)));
    return w;
  }

  /// The derivative of the density at x exp(direction w), beside the weight there.
  double polynomial(double w) const {
    const double y = start + direction * w;
    double sum = series[0];
    for (int k = 1; k <= order; ++k)
      sum = sum * y / (order - k + 1) + series[k];
    return sum;
  }

  double panel(double from, double to) const {
    const double middle = (from + to) / 2, half = (to - from) / 2;
    auto f = [&](double w) { return std::exp(exponent(w)) * polynomial(w); };
    using Rule = boost::math::quadrature::gauss<double, 30>;
    double sum = 0;
    for (size_t i = 0; i < Rule::abscissa().size(); ++i) {
      const double step = half * Rule::abscissa()[i];
      sum += Rule::weights()[i] * (f(middle - step) + f(middle + step));
    }
    return half * sum * std::tgamma(order + 1.0);
  }

  int order;
  double a, x;
  int direction;
  double start, weight; // y and t times the density at x
  Series series;
};

/// For x < 1: x^a / gamma(a + 1) times the sum of (-x)^m / m! a / (a + m), as Taylor series of a.
double slopeBySeries(int order, double a, double x) {
  const double weight = a < 1.5
                            ? std::pow(x, a) / std::tgamma(a + 1)
                            : std::exp(x) * x / a * boost::math::gamma_p_derivative(a, x, Quiet());
  const Series power =
      exponential(minusLgamma(order, a + 1, std::log(x) - cotan_digamma(a + 1)), order);
  double result = 0;
  for (int k = 0; k <= order; ++k) {
    double sum = k == 0, term = 1;
    for (int m = 1; m < 22; ++m) {
      term *= -x / m; // its factor is 1 - m / (a + m)
      sum += k == 0 ? term * a / (a + m) : term * m / std::pow(a + m, k + 1.0) * (k % 2 ? 1 : -1);
    }
    result += power[order - k] * sum;
  }
  return weight * result * std::tgamma(order + 1.0);
}

/// Of huge a, where Boost's are wrong: the integral to 0 (direction -1) or to infinity (1) by the
/// first terms of Temme's uniform expansion (1979).
double nearlyNormal(double a, double x, int direction) {
  const double apart = (x - a) / a;
  const double eta = std::copysign(std::sqrt(-2 * boost::math::log1pmx(apart, Quiet())), apart);
  const double rest = -1 / 3.0 + eta * (1 / 12.0 - eta * (2 / 135.0 - eta / 864));
  const double density = std::exp(-a * eta * eta / 2) / std::sqrt(2 * M_PI * a);
  const double normal = std::erfc(direction * eta * std::sqrt(a / 2)) / 2;
  return density > 0 ? normal + direction * rest * density : normal;
}

} // namespace

double cotan_igamma(double a, double x) {
  if (isOutside(a, x) || (a == 0 && x == 0) || (std::isinf(a) && std::isinf(x)))
    return notANumber;
  if (x == 0 || std::isinf(a))
    return 0;
  if (a == 0 || std::isinf(x))
    return 1;
  return a > huge ? nearlyNormal(a, x, -1) : boost::math::gamma_p(a, x, Quiet());
}

double cotan_igammac(double a, double x) {
  if (isOutside(a, x) || (a == 0 && x == 0) || (std::isinf(a) && std::isinf(x)))
    return notANumber;
  if (x == 0 || std::isinf(a))
    return 1;
  if (a == 0 || std::isinf(x))
    return 0;
  return a > huge ? nearlyNormal(a, x, 1) : boost::math::gamma_q(a, x, Quiet());
}

double cotan_igamma_grad_x(double a, double x) {
  if (x == 0) {
    if (std::isnan(a) || a == 0)
      return notANumber;
    if (a == 1)
      return 1;
    if (a > 1 || a == std::floor(a))
      return 0;
    return a > 0 || std::fmod(std::floor(a), 2) == 0 ? infinity : -infinity;
  }
  if (isOutside(a, x))
    return notANumber;
  if (a == 0 || std::isinf(a) || std::isinf(x))
    return 0;
  return boost::math::gamma_p_derivative(a, x, Quiet());
}

double cotan_igamma_grad_a(double order, double a, double x) {
  if (isOutside(a, x) || (a == 0 && x == 0))
    return notANumber;
  if (x == 0 || std::isinf(a) || std::isinf(x))
    return 0;
  const int n = static_cast<int>(order);
  if (x < 1)
    return slopeBySeries(n, a, x);
  const bool isLower = logarithmBeyond(a, x) < 0;
  return isLower ? GammaTail(n, a, x, -1).value() : -GammaTail(n, a, x, 1).value();
}

float cotan_igammaf(float a, float x) { return static_cast<float>(cotan_igamma(a, x)); }
float cotan_igammacf(float a, float x) { return static_cast<float>(cotan_igammac(a, x)); }
float cotan_igamma_grad_xf(float a, float x) {
  return static_cast<float>(cotan_igamma_grad_x(a, x));
}
float cotan_igamma_grad_af(float order, float a, float x) {
  return static_cast<float>(cotan_igamma_grad_a(order, a, x));
}
