#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/special/wide.h"
#include "cotan/trace/custom_call.h"

#include <cmath>
#include <numbers>

using namespace cotan::trace;

namespace ct::special {
namespace {

using std::numbers::pi;
constexpr double large = 10; // from where Stirling's series is exact

Tensor isWhole(const Tensor &x) { return x == floor(x); }

/// lgamma(x) - lgamma(x + m) for x >= large and m >= 0, by Stirling's formula (DLMF 5.11.1), whose
/// large terms cancel first.
Tensor logOfQuotient(const Tensor &x, const Tensor &m) {
  auto rest = [](const Tensor &x) {
    Tensor q = 1.0 / (x * x), sum = 1 / 156.0 * q;
    for (double coefficient : {-691 / 360360.0, 1 / 1188.0, -1 / 1680.0, 1 / 1260.0, -1 / 360.0})
      sum = (sum + coefficient) * q;
    return (sum + 1 / 12.0) / x;
  };
  Tensor next = x + m;
  return rest(x) - rest(next) + (m - (x - 0.5) * log1p(m / x)) - m * log(next);
}

/// For a, b > 0, of which the parts that are not chosen see numbers at which they are finite.
Tensor betalnOfPositive(const Tensor &a, const Tensor &b) {
  Tensor isOrdered = a <= b; // of equal ones minimum and maximum had half the slopes
  Tensor small = where(isOrdered, a, b), most = where(isOrdered, b, a), isLarge = most >= large;
  Tensor inside = where(isLarge, 1.0, most), beside = where(isLarge, 1.0, small);
  Tensor plain = (lgamma(inside) - lgamma(inside + beside)) + lgamma(beside);
  Tensor x = where(isLarge, most, large), m = where(isLarge, small, 1.0);
  Tensor areLarge = small >= large, part = where(areLarge, small, large);
  Tensor halfway = logOfQuotient(x, m) + lgamma(where(areLarge, 1.0, m));
  return where(isLarge, where(areLarge, logOfQuotient(x, m) + lgamma(part), halfway), plain);
}

Tensor betalnOf(const Tensor &a, const Tensor &b) {
  Tensor isPositive = (a > 0.0) & (b > 0.0);
  Tensor x = where(isPositive, 1.0, a), y = where(isPositive, 1.0, b);
  Tensor otherwise = lgamma(x) + lgamma(y) - lgamma(x + y);
  return where(isPositive, betalnOfPositive(where(isPositive, a, 1.0), where(isPositive, b, 1.0)),
               otherwise);
}

/// gamma(x + m) / gamma(x).
Tensor rising(const Tensor &x, const Tensor &m) {
  Tensor isLarge = (x >= large) & (m >= 0.0);
  Tensor inside = where(isLarge, 1.0, x), step = where(isLarge, 0.0, m);
  Tensor far = exp(-logOfQuotient(where(isLarge, x, large), where(isLarge, m, 0.0)));
  return where(isLarge, far, gamma(inside + step) / gamma(inside));
}

/// Whole where it is nearly so, which whole numbers are asked for; the slope stays.
Tensor rounded(const Tensor &isWanted, const Tensor &y) {
  Tensor apart = stop_gradient(round(y, 0) - y);
  return y + where(isWanted & (abs(y) < 0x1p50), apart, 0.0);
}

} // namespace

Tensor polygamma(int64_t n, const Tensor &x) {
  const Called called("ct.special.polygamma");
  const Tensor all[] = {x};
  return op::polygamma(x, n, ElementwiseTyping(Accepts::floats, all));
}

Tensor loggamma(const Tensor &x) {
  const Called called("ct.special.loggamma");
  Tensor y = asFloats(x), isBelow = y < 0.0;
  return where(isBelow, std::nan(""), lgamma(where(isBelow, 1.0, y)));
}

Tensor gammasgn(const Tensor &x) {
  const Called called("ct.special.gammasgn");
  Tensor y = asFloats(x), isOdd = remainder(floor(y), 2.0) != 0.0;
  Tensor below = where(isWhole(y), std::nan(""), where(isOdd, -1.0, 1.0));
  return where(isnan(y), y, where(y == 0.0, copysign(1.0, y), where(y > 0.0, 1.0, below)));
}

/// Whole factorials, as far as 63 bits go.
static Tensor exactFactorial(const Tensor &n) {
  if (isInexact(n.dtype()) || n.dtype() == DType::bool_)
    refuse<TypeError>("found n of " + nameOf(n.dtype()) + ", but exact ones are of integers");
  constexpr int64_t most = 20;
  cotan::Array all(cotan::DType::i64, {most + 1});
  int64_t product = 1;
  auto at = all.mutableValues<int64_t>().begin();
  for (int64_t i = 0; i <= most; ++i)
    *at++ = product *= std::max<int64_t>(i, 1);
  const Tensor areFew = ct::all(n <= most);
  const char *problem = "an n is above 20, whose factorial int64 does not hold; leave exact away";
  if (areFew.isTraced())
    traceAssert(inner(areFew), std::string("ct.special.factorial: ") + problem);
  else if (!areFew.item<bool>())
    refuse(problem);
  Tensor places = astype(clip(n, 0, most), DType::int64);
  return where(n < 0, 0, take(outer(makeTensor(all)), places, 0));
}

Tensor factorial(const Tensor &n, bool exact) {
  const Called called("ct.special.factorial");
  if (exact)
    return exactFactorial(n);
  Wide x({n});
  Tensor isBelow = x[0] < 0.0;
  return x.narrowed(where(isBelow, 0.0, gamma(where(isBelow, 0.0, x[0]) + 1.0)));
}

Tensor betaln(const Tensor &a, const Tensor &b) {
  const Called called("ct.special.betaln");
  Wide x({a, b});
  return x.narrowed(betalnOf(x[0], x[1]));
}

Tensor beta(const Tensor &a, const Tensor &b) {
  const Called called("ct.special.beta");
  Wide x({a, b});
  Tensor sign = gammasgn(x[0]) * gammasgn(x[1]) * gammasgn(x[0] + x[1]);
  return x.narrowed(sign * exp(betalnOf(x[0], x[1])));
}

// gamma(z + m) / gamma(z) = sin(pi z) / sin(pi (z + m)) gamma(1 - z) / gamma(1 - z - m), where the
// first has poles; of whole m, the sines are (-1)^m. What ends in a factor of 0 is
// gamma(1 - z) gamma(z + m) sin(pi z) / pi, for its slope.
Tensor poch(const Tensor &z, const Tensor &m) {
  const Called called("ct.special.poch");
  Wide x({z, m});
  Tensor isPole = (x[0] <= 0.0) & isWhole(x[0]);
  Tensor step = where(isPole, x[1], 0.0), start = 1.0 - where(isPole, x[0], 0.0) - step;
  Tensor sign = where(remainder(step, 2.0) == 0.0, 1.0, -1.0);
  Tensor isBetween = isPole & ~isWhole(step), ends = (start <= 0.0) & ~isBetween;
  Tensor sines = sinPi(where(isBetween, x[0], 0.0)) / sinPi(where(isBetween, x[0] + x[1], 0.5));
  Tensor reflected =
      where(isBetween, sines, sign) * rising(where(ends, 1.0, start), where(ends, 0.0, step));
  Tensor first = where(ends, 1.0 - x[0], 1.0), last = where(ends, x[0] + x[1], 1.0);
  Tensor sizes = minimum(lgamma(first) + lgamma(last), 700.0);
  reflected = where(ends, exp(sizes) * sinPi(where(ends, x[0], 0.0)) / pi, reflected);
  Tensor plain = rising(where(isPole, 1.0, x[0]), where(isPole, 0.0, x[1]));
  return x.narrowed(where(isPole, reflected, plain));
}

Tensor comb(const Tensor &N, const Tensor &k, bool repetition) {
  const Called called("ct.special.comb");
  Wide x({N, k});
  const Tensor &chosen = x[1];
  Tensor all = repetition ? x[0] + chosen - 1.0 : x[0];
  Tensor isSome = (chosen >= 0.0) & (x[0] >= 0.0) & (chosen <= all);
  Tensor n = where(isSome, all, 1.0), j = where(isSome, chosen, 1.0);
  Tensor ways = exp(-betalnOf(n - j + 1.0, j + 1.0)) / (n + 1.0);
  Tensor result = where(isSome, rounded(isWhole(n) & isWhole(j), ways), 0.0);
  if (repetition)
    result = where((x[0] == 0.0) & (chosen == 0.0), 1.0, result);
  return x.narrowed(where(isnan(x[0]) | isnan(chosen), std::nan(""), result));
}

Tensor multigammaln(const Tensor &a, int64_t d) {
  const Called called("ct.special.multigammaln");
  if (d < 1)
    refuse("found d = " + std::to_string(d) + ", but expected a dimension of at least 1");
  Wide x({a});
  Tensor halves = iota({d}, 0, DType::float64) * 0.5;
  Tensor sums = sum(lgamma(expand_dims(x[0], {-1}) - halves), std::vector<int64_t>{-1});
  Tensor isInside = x[0] > double(d - 1) / 2;
  double constant = double(d) * double(d - 1) / 4 * std::log(pi);
  return x.narrowed(where(isInside, sums + constant, std::nan("")));
}

} // namespace ct::special
