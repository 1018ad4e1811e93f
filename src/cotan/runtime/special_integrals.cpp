// Modified Bessel functions, exponential integrals and functions of the normal distribution. Most
// are Boost's, away from where those overflow.
#include "cotan/runtime/quiet_policy.h"
#include "cotan/runtime/special_functions.h"

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/expint.hpp>

#include <cmath>
#include <numbers>
#include <utility>

using cotan::infinity, cotan::notANumber, cotan::Quiet;

namespace {

double besselOf(int n, double size) { return boost::math::cyl_bessel_i(n, size, Quiet()); }

/// The series at infinity times exp(-x) (DLMF 10.40.1).
double scaledBesselOfLarge(int n, double x) {
  double sum = 0, term = 1;
  for (int k = 1; k < 40 && std::fabs(term) > 1e-18; ++k) {
    sum += term;
    const double odd = 2 * k - 1;
    term *= (odd * odd - 4.0 * n * n) / (8 * k) / x;
  }
  return sum / std::sqrt(2 * std::numbers::pi) / std::sqrt(x);
}

double withSign(int n, double x, double y) { return n % 2 ? std::copysign(y, x) : y; }

/// exp(x^2), with the digits of the square that it would not have.
double expOfSquare(double x) {
  const double square = x * x, y = std::exp(square);
  return std::isinf(y) ? y : y * (1 + std::fma(x, x, -square));
}

/// f(n) / f(n - 1) for f(n) = erfcx of that order, by the continued fraction that
/// f(n - 2) = 2 n f(n) + 2 x f(n - 1) gives (DLMF 7.18.7), for x of some size.
double ratioOfErfcx(int n, double x) {
  const double root = std::sqrt(n) + 16 / x; // of the turns: the error falls as exp of minus it
  double ratio = 0;
  for (int k = 8 + static_cast<int>(root * root); k > n; --k)
    ratio = 0.5 / (x + (k + 1) * ratio);
  return 0.5 / (x + (n + 1) * ratio);
}

} // namespace

double cotan_bessel_i(double order, double x) {
  const int n = static_cast<int>(order);
  const double size = std::fabs(x);
  if (std::isnan(x) || std::isinf(x))
    return std::isnan(x) ? x : withSign(n, x, infinity);
  return withSign(n, x,
                  size > 720
                      ? std::exp(size / 2) * scaledBesselOfLarge(n, size) * std::exp(size / 2)
                      : besselOf(n, size));
}

double cotan_bessel_ie(double order, double x) {
  const int n = static_cast<int>(order);
  const double size = std::fabs(x);
  if (std::isnan(x) || std::isinf(x))
    return std::isnan(x) ? x : withSign(n, x, 0);
  return withSign(n, x,
                  size > 690 ? scaledBesselOfLarge(n, size) : besselOf(n, size) * std::exp(-size));
}

double cotan_erfcx(double order, double x) {
  const int n = static_cast<int>(order);
  if (std::isnan(x) || std::isinf(x))
    return std::isnan(x) ? x : x > 0 ? 0 : infinity;
  constexpr double atMinusOne = 2 * std::numbers::inv_sqrtpi; // the order before 0
  if (x >= 1) {
    double y = atMinusOne;
    for (int k = 0; k <= n; ++k)
      y *= ratioOfErfcx(k, x);
    return y;
  }
  double before = atMinusOne, y = expOfSquare(x) * std::erfc(x);
  for (int k = 1; k <= n; ++k)
    before = std::exchange(y, (before / 2 - x * y) / k);
  return y;
}

double cotan_ndtri(double p) {
  if (p == 0 || p == 1)
    return p == 0 ? -infinity : infinity;
  if (!(p > 0 && p < 1))
    return notANumber;
  if (p == 0.5)
    return 0;
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p, Quiet());
}

double cotan_expi(double x) {
  if (x == 0)
    return -infinity;
  if (std::isnan(x) || x == infinity)
    return x;
  return x == -infinity ? -0.0 : boost::math::expint(x, Quiet());
}

double cotan_expn(double order, double x) {
  const int n = static_cast<int>(order);
  if (!(x >= 0))
    return notANumber;
  if (x == 0)
    return n < 2 ? infinity : 1 / (order - 1);
  if (n == 0 || x > 800) // there all underflow
    return std::exp(-x) / x;
  return boost::math::expint(static_cast<unsigned>(n), x, Quiet());
}

float cotan_bessel_if(float n, float x) { return static_cast<float>(cotan_bessel_i(n, x)); }
float cotan_bessel_ief(float n, float x) { return static_cast<float>(cotan_bessel_ie(n, x)); }
float cotan_erfcxf(float n, float x) { return static_cast<float>(cotan_erfcx(n, x)); }
float cotan_ndtrif(float p) { return static_cast<float>(cotan_ndtri(p)); }
float cotan_expif(float x) { return static_cast<float>(cotan_expi(x)); }
float cotan_expnf(float n, float x) { return static_cast<float>(cotan_expn(n, x)); }
