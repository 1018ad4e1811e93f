#include "cotan/runtime/special_functions.h"

#include "cotan/runtime/quiet_policy.h"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/polygamma.hpp>

#include <bit>
#include <cmath>
#include <utility>

using cotan::infinity, cotan::notANumber, cotan::Quiet;

namespace {

bool isNegativeInteger(double x) { return x < 0 && x == std::floor(x); } // or minus infinity

} // namespace

double cotan_gamma(double x) {
  if (isNegativeInteger(x)) // of which C++ leaves it open
    return notANumber;
  return std::tgamma(x);
}

double cotan_digamma(double x) {
  if (x == 0)
    return std::copysign(infinity, -x);
  if (std::isnan(x) || isNegativeInteger(x))
    return notANumber;
  return x == infinity ? x : boost::math::digamma(x, Quiet());
}

double cotan_erfinv(double x) {
  if (x == 0)
    return x; // Boost loses the sign
  if (std::fabs(x) == 1)
    return std::copysign(infinity, x);
  return std::fabs(x) < 1 ? boost::math::erf_inv(x, Quiet()) : notANumber;
}

double cotan_polygamma(double order, double x) {
  const int n = static_cast<int>(order);
  const bool isOdd = n % 2;
  if (n == 0)
    return cotan_digamma(x);
  if (std::isnan(x) || x == -infinity)
    return notANumber;
  if (x == 0)
    return isOdd ? infinity : std::copysign(infinity, -x);
  if (isNegativeInteger(x))
    return isOdd ? infinity : notANumber;
  if (x == infinity)
    return isOdd ? 0.0 : -0.0;
  const double y = boost::math::polygamma(n, x, Quiet());
  return x > 0 ? std::copysign(y, isOdd ? 1 : -1) : y; // of what underflows too
}

float cotan_gammaf(float x) { return static_cast<float>(cotan_gamma(x)); }
float cotan_digammaf(float x) { return static_cast<float>(cotan_digamma(x)); }
float cotan_erfinvf(float x) { return static_cast<float>(cotan_erfinv(x)); }
float cotan_polygammaf(float order, float x) {
  return static_cast<float>(cotan_polygamma(order, x));
}

uint64_t cotan_unsigned_power(uint64_t x, uint64_t y) {
  uint64_t result = 1;
  for (; y; y >>= 1, x *= x)
    if (y & 1)
      result *= x;
  return result;
}

int64_t cotan_signed_power(int64_t x, int64_t y) {
  if (y >= 0)
    return static_cast<int64_t>(cotan_unsigned_power(uint64_t(x), uint64_t(y)));
  if (x == 0)
    return -1; // what prim.div gives for 1 / 0
  if (x == 1 || x == -1)
    return y % 2 ? x : 1;
  return 0;
}

// By halves (Stein 1967): no division, which takes longer than all else here.
uint64_t cotan_gcd(uint64_t x, uint64_t y) {
  if (x == 0 || y == 0)
    return x | y;
  const int twos = std::countr_zero(x | y);
  x >>= std::countr_zero(x);
  while (y != 0) {
    y >>= std::countr_zero(y);
    if (x > y)
      std::swap(x, y);
    y -= x;
  }
  return x << twos;
}

uint64_t cotan_lcm(uint64_t x, uint64_t y) {
  return x == 0 || y == 0 ? 0 : x / cotan_gcd(x, y) * y;
}
