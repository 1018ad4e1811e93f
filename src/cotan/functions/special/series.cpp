#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/special/wide.h"

#include <cmath>
#include <numbers>

namespace ct::special {
namespace {

using std::numbers::pi;

/// B_2, B_4, ...
constexpr double bernoulliNumbers[] = {1.0 / 6,       -1.0 / 30,       1.0 / 42,      -1.0 / 30,
                                       5.0 / 66,      -691.0 / 2730,   7.0 / 6,       -3617.0 / 510,
                                       43867.0 / 798, -174611.0 / 330, 854513.0 / 138};

/// B_2k / (2k)!.
double bernoulliByFactorial(int k) { return bernoulliNumbers[k - 1] / std::tgamma(2 * k + 1); }

/// By the formula of Euler and Maclaurin (DLMF 25.11.5 and after) from q + 10 on, for s > 1, q > 0.
Tensor hurwitz(const Tensor &s, const Tensor &q) {
  constexpr int first = 10, corrections = 10;
  Tensor sum = power(q, -s);
  for (int k = 1; k < first; ++k)
    sum = sum + power(q + double(k), -s);
  Tensor a = q + double(first), last = power(a, -s);
  Tensor rest = a / (s - 1.0) + 0.5, factor = s / a;
  for (int k = 1; k <= corrections; ++k) {
    rest = rest + bernoulliByFactorial(k) * factor;
    factor = factor * ((s + double(2 * k - 1)) / a) * ((s + double(2 * k)) / a);
  }
  return sum + where(last == 0.0, 0.0, last * rest);
}

/// The dilogarithm of 1 - exp(-u), |u| <= log(2): Bernoulli numbers again.
Tensor dilogarithm(const Tensor &u) {
  constexpr int terms = 11;
  Tensor square = u * u, sum = square * 0.0;
  for (int k = terms; k > 0; --k)
    sum = (sum + bernoulliByFactorial(k) / (2 * k + 1)) * square;
  return u * (1.0 - 0.25 * u + sum);
}

} // namespace

// Below 1 it is Riemann's, below 0 by its functional equation (DLMF 25.4.1). One sum serves all.
Tensor zeta(const Tensor &x, const Tensor &q) {
  const Called called("ct.special.zeta");
  Wide wide({x, q});
  Tensor isInside = (wide[0] > 1.0) & (wide[1] > 0.0);
  Tensor isPole = ((wide[0] == 1.0) & (wide[1] >= 0.0)) | ((wide[0] > 1.0) & (wide[1] == 0.0));
  Tensor isBelowOne = (wide[0] < 1.0) & (wide[1] == 1.0), isBelow = isBelowOne & (wide[0] < 0.0);
  Tensor below = where(isBelow, wide[0], -1.0), s = where(isInside | isBelowOne, wide[0], 2.0);
  Tensor sum = hurwitz(where(isBelow, 1.0 - below, s), where(isInside, wide[1], 1.0));
  Tensor ratio = exp(below * std::log(2 * pi) + lgamma(1.0 - below)) / pi * sinPi(below / 2.0);
  Tensor others = where(isBelowOne, where(isBelow, ratio * sum, sum), std::nan(""));
  return wide.narrowed(where(isInside, sum, where(isPole, HUGE_VAL, others)));
}

// 1 - x is brought between -1 and 1/2 (DLMF 25.12.4 and 25.12.6).
Tensor spence(const Tensor &x) {
  const Called called("ct.special.spence");
  Wide wide({x});
  const Tensor &y = wide[0];
  Tensor isSmall = y < 0.5, isLarge = y > 2.0;
  Tensor middle = where(isSmall | isLarge, 1.0, y);
  Tensor small = where(isSmall & (y > 0.0), y, 0.25), beyond = where(isLarge, y, 4.0) - 1.0;
  Tensor ofSmall = log1p(-small), ofLarge = log(beyond);
  Tensor below = pi * pi / 6 - ofSmall * log(small) - dilogarithm(-ofSmall);
  below = where(y == 0.0, pi * pi / 6, where(y < 0.0, std::nan(""), below));
  Tensor above = -pi * pi / 6 - 0.5 * ofLarge * ofLarge - dilogarithm(-log1p(1.0 / beyond));
  return wide.narrowed(where(isSmall, below, where(isLarge, above, dilogarithm(-log(middle)))));
}

Tensor bernoulli(int64_t n) {
  const Called called("ct.special.bernoulli");
  if (n < 0)
    refuse("found n = " + std::to_string(n) + ", but expected how many numbers follow the first");
  Tensor k = iota({n + 1}, 0, DType::float64), isEven = (remainder(k, 2.0) == 0.0) & (k > 0.0);
  Tensor even = where(isEven, k, 2.0), sign = where(remainder(even, 4.0) == 0.0, -2.0, 2.0);
  Tensor numbers = sign * zeta(even, 1.0) * exp(lgamma(even + 1.0) - even * std::log(2 * pi));
  Tensor odd = where(k == 0.0, 1.0, where(k == 1.0, -0.5, 0.0));
  return astype(where(isEven, numbers, odd), default_dtype());
}

} // namespace ct::special
