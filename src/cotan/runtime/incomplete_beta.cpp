// The incomplete beta function is Boost's. Its derivatives with respect to a and b are integrals of
// the density of the beta distribution times a polynomial of log(t) and log(1 - t), from x away
// from most of the mass, where nothing cancels: t / (1 - t) = x / (1 - x) exp(-v).
#include "cotan/runtime/quiet_policy.h"
#include "cotan/runtime/special_functions.h"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <cmath>
#include <utility>
#include <vector>

using cotan::infinity, cotan::negligible, cotan::notANumber, cotan::Quiet;

namespace {

/// Boost has no errors to say here.
bool isOutside(double a, double b, double x) {
  return !(a > 0 && b > 0 && x >= 0 && x <= 1) || std::isinf(a) || std::isinf(b);
}

double binomial(int n, int k) {
  double result = 1;
  for (int i = 0; i < k; ++i)
    result = result * (n - i) / (i + 1);
  return result;
}

/// log(x), where y = 1 - x has the digits that x may lack.
double logarithm(double x, double y) { return x < 0.5 ? std::log(x) : std::log1p(-y); }

/// digamma(a + b) - digamma(a), of large a by the asymptotic series' differences.
double digammaStep(double a, double b) {
  if (a < 20)
    return cotan_digamma(a + b) - cotan_digamma(a);
  auto rest = [](double z) {
    const double q = 1 / (z * z);
    return q * (1 / 12.0 - q * (1 / 120.0 - q * (1 / 252.0 - q * (1 / 240.0 - q / 132))));
  };
  return std::log1p(b / a) + b / (2 * a * (a + b)) + (rest(a) - rest(a + b));
}

/// The derivatives of the density with respect to a and b, up to some orders, divided by it, as
/// polynomials of log(t) and log(1 - t): slopes of its logarithm that t has no part in are kept.
class Slopes {
public:
  Slopes(int n, int m, double a, double b) : n(n), m(m), both(n + m + 1), ofA(n + 1), ofB(m + 1) {
    for (int k = 1; k <= n + m; ++k)
      both[k] = cotan_polygamma(k, a + b);
    for (int k = 0; k <= n; ++k)
      ofA[k] = k == 0 ? digammaStep(a, b) : both[k] - cotan_polygamma(k, a);
    for (int k = 0; k <= m; ++k)
      ofB[k] = k == 0 ? digammaStep(b, a) : both[k] - cotan_polygamma(k, b);
    at.resize((n + 1) * (m + 1));
  }

  /// That of the highest orders. First those with respect to b alone, then to a, too (Leibniz).
  double value(double logarithm, double logarithmOfRest) {
    at[0] = 1;
    for (int j = 1; j <= m; ++j) {
      double sum = 0;
      for (int l = 0; l < j; ++l)
        sum += binomial(j - 1, l) * (ofB[l] + (l == 0 ? logarithmOfRest : 0)) * at[j - 1 - l];
      at[j] = sum;
    }
    for (int i = 1; i <= n; ++i)
      for (int j = 0; j <= m; ++j)
        at[i * (m + 1) + j] = byA(i, j, logarithm);
    return at.back();
  }

private:
  double byA(int i, int j, double logarithm) const {
    double sum = 0;
    for (int k = 0; k < i; ++k)
      for (int l = 0; l <= j; ++l) {
        const double slope = l > 0 ? both[k + l] : ofA[k] + (k == 0 ? logarithm : 0);
        sum += binomial(i - 1, k) * binomial(j, l) * slope * at[(i - 1 - k) * (m + 1) + j - l];
      }
    return sum;
  }

  int n, m;
  std::vector<double> both, ofA, ofB, at;
};

/// What lies between x and 0, for parameters a and b; y = 1 - x. What lies between x and 1 is that
/// of b, a and y.
class BetaTail {
public:
  BetaTail(double a, double b, double x, double y) : a(a), b(b), x(x), y(y) {}

  double integral(int n, int m) const {
    const double weight = x * y * boost::math::ibeta_derivative(a, b, x, Quiet());
    if (weight == 0)
      return 0;
    Slopes slopes(n, m, a, b);
    const double length = reach();
    double sum = 0, from = 0; // where a and b are small, the first panel is still wide
    for (double to : {length / 64, length / 16, length / 4, length})
      sum += panel(slopes, std::exchange(from, to), to);
    return weight * sum;
  }

private:
  /// A t, by the logarithms of t and 1 - t, and that of the density beside the one at x.
  struct Place {
    double ofT, ofRest, decay;
  };
  /// Large parts of the logarithms are taken together before they are multiplied.
  Place placeAt(double v) const {
    if (x >= 0.5 && v < 300) {
      const double less = std::log1p(y * std::expm1(v));
      return {logX - less, logY + v - less, b * v - (a + b) * less};
    }
    const double less = x < 0.5 ? std::log1p(x * std::expm1(-v)) : std::log(y + x * std::exp(-v));
    return {logX - v - less, logY - less, -a * v - (a + b) * less};
  }
  double decay(double v) const { return placeAt(v).decay; }

  /// From where the rest is negligible. The exponent is concave and falls: Newton's method from
  /// beyond comes nearer without passing the place.
  double reach() const {
    double v = 1 / (a + b);
    for (int i = 0; i < 200 && decay(v) > -negligible; ++i)
      v *= 2;
    for (int i = 0; i < 8; ++i) {
      const double t = x * std::exp(-v) / (y + x * std::exp(-v));
      v -= (decay(v) + negligible) / ((a + b) * t - a);
    }
    return v;
  }

  double panel(Slopes &slopes, double from, double to) const {
    const double middle = (from + to) / 2, half = (to - from) / 2;
    auto f = [&](double v) {
      const Place t = placeAt(v);
      return std::exp(t.decay) * slopes.value(t.ofT, t.ofRest);
    };
    using Rule = boost::math::quadrature::gauss<double, 30>;
    double sum = 0;
    for (size_t i = 0; i < Rule::abscissa().size(); ++i) {
      const double step = half * Rule::abscissa()[i];
      sum += Rule::weights()[i] * (f(middle - step) + f(middle + step));
    }
    return half * sum;
  }

  double a, b, x, y, logX = logarithm(x, y), logY = logarithm(y, x);
};

} // namespace

double cotan_betainc(double a, double b, double x) {
  return isOutside(a, b, x) ? notANumber : boost::math::ibeta(a, b, x, Quiet());
}

double cotan_betainc_grad_x(double a, double b, double x) {
  if (isOutside(a, b, x))
    return notANumber;
  if (x == 0 || x == 1) {
    const double end = x == 0 ? a : b, other = x == 0 ? b : a;
    return end < 1 ? std::numeric_limits<double>::infinity() : end == 1 ? other : 0;
  }
  return boost::math::ibeta_derivative(a, b, x, Quiet());
}

double cotan_betainc_grad_ab(double orderA, double orderB, double a, double b, double x) {
  if (isOutside(a, b, x))
    return notANumber;
  if (x == 0 || x == 1)
    return 0;
  const int n = static_cast<int>(orderA), m = static_cast<int>(orderB);
  return x * (a + b) < a ? BetaTail(a, b, x, 1 - x).integral(n, m)
                         : -BetaTail(b, a, 1 - x, x).integral(m, n);
}

float cotan_betaincf(float a, float b, float x) {
  return static_cast<float>(cotan_betainc(a, b, x));
}
float cotan_betainc_grad_xf(float a, float b, float x) {
  return static_cast<float>(cotan_betainc_grad_x(a, b, x));
}
float cotan_betainc_grad_abf(float orderA, float orderB, float a, float b, float x) {
  return static_cast<float>(cotan_betainc_grad_ab(orderA, orderB, a, b, x));
}
