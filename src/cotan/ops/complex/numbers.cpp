#include "cotan/ops/complex/numbers.h"

#include <cmath>
#include <numbers>

namespace cotan {

Complex operator*(const Complex &z, const Complex &w) {
  return {z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
}

Complex quotient(const Complex &z, const Complex &w) {
  const Expr isWide = abs(w.re) >= abs(w.im);
  const Expr large = where(isWide, w.re, w.im), small = where(isWide, w.im, w.re);
  const Expr ratio = where(eq(large, large.builder().full(0, large)), 0.0, small / large);
  const Expr size = large + small * ratio;
  return {where(isWide, z.re + z.im * ratio, z.re * ratio + z.im) / size,
          where(isWide, z.im - z.re * ratio, z.im * ratio - z.re) / size};
}

Complex timesI(const Complex &z) { return {-z.im, z.re}; }
Complex overI(const Complex &z) { return {z.im, -z.re}; }

Expr isNegative(const Expr &x) {
  return or_(x < 0.0, and_(eq(x, x.builder().full(0, x)), 1.0 / x < 0.0));
}

Expr withSign(const Expr &x, const Expr &y) { return where(isNegative(y), -x, x); }

static bool isSingle(const Expr &x) { return x.elementType().isF32(); }
double largeOf(const Expr &x) { return isSingle(x) ? 0x1p60 : 0x1p500; }

/// Numbers that are very large or small, scaled by a power of four, and by what their root was.
static std::pair<Complex, Expr> scaled(const Complex &z) {
  const Expr size = maximum(abs(z.re), abs(z.im));
  const double large = largeOf(size);
  const Expr isLarge = size > large, isSmall = size < 1 / large;
  auto pick = [&](double onLarge, double onSmall) {
    RuleBuilder &b = size.builder();
    return where(isLarge, b.full(onLarge, size), where(isSmall, b.full(onSmall, size), 1.0));
  };
  const double up = isSingle(size) ? 0x1p40 : 0x1p60; // of the least numbers there are, too
  const Expr factor = pick(0.25, up * up);
  return {{z.re * factor, z.im * factor}, pick(2, 1 / up)};
}

Complex root(const Complex &z) {
  const auto [near, back] = scaled(z);
  const Expr half = back * sqrt(0.5 * (abs(near.re) + hypot(near.re, near.im)));
  const Expr isZero = eq(half, half.builder().full(0, half));
  const Expr other = where(isZero, 0.0, abs(z.im) / (2.0 * half));
  const Expr isRight = z.re >= 0.0, isFar = is_inf(z.im);
  const Expr re = where(isRight, half, other), im = where(isRight, other, half);
  return {where(isFar, abs(z.im), re), where(or_(isFar, isZero), z.im, withSign(im, z.im))};
}

//--- exponentials

Expr expTimes(const Expr &x, const Expr &y) {
  const double most = isSingle(x) ? 88 : 700;
  const Expr isLarge = x > most;
  const Expr size = exp(where(isLarge, x - most, x));
  const Expr product = size * y;
  return where(isLarge, product * std::exp(most),
               where(eq(size, size.builder().full(0, size)), size, product));
}

Complex exponential(const Complex &z) {
  const Expr isReal = eq(z.im, z.im.builder().full(0, z.im));
  return {where(isReal, exp(z.re), expTimes(z.re, cos(z.im))),
          where(isReal, z.im, expTimes(z.re, sin(z.im)))};
}

Complex sine(const Complex &z) { return {sin(z.re) * cosh(z.im), cos(z.re) * sinh(z.im)}; }
Complex cosine(const Complex &z) { return {cos(z.re) * cosh(z.im), -sin(z.re) * sinh(z.im)}; }

Complex hyperbolicTangent(const Complex &z) {
  const Expr isFar = abs(z.re) > (isSingle(z.re) ? 22.0 : 175.0);
  const Expr near = where(isFar, 0.0, z.re);
  const Expr slope = tan(z.im), widening = 1.0 + slope * slope, growth = sinh(near);
  const Expr size = 1.0 + widening * growth * growth;
  const Expr decay = 4.0 * exp(-2.0 * abs(z.re)) * sin(z.im) * cos(z.im);
  return {where(isFar, withSign(z.re.builder().full(1, z.re), z.re),
                widening * sqrt(1.0 + growth * growth) * growth / size),
          where(isFar, decay, slope / size)};
}

//--- logarithms

/// The parts of x y: exactly, as x y = product + rest (T. J. Dekker, 1971).
static std::pair<Expr, Expr> squareInTwo(const Expr &x) {
  const Expr shifted = x * (isSingle(x) ? 4097.0 : 134217729.0);
  const Expr high = shifted - (shifted - x), low = x - high, product = x * x;
  return {product, ((high * high - product) + 2.0 * high * low) + low * low};
}

/// x^2 + y^2 - 1, where x is the larger and x^2 between a half and two.
static Expr sumOfSquaresLessOne(const Expr &x, const Expr &y) {
  const auto [xx, xRest] = squareInTwo(x);
  const auto [yy, yRest] = squareInTwo(y);
  const Expr less = xx - 1.0; // exact
  const Expr sum = less + yy, part = sum - less;
  const Expr lost = (less - (sum - part)) + (yy - part);
  return sum + (lost + (xRest + yRest));
}

Expr logOfSize(const Complex &z) {
  const Expr x = maximum(abs(z.re), abs(z.im)), y = minimum(abs(z.re), abs(z.im));
  const Expr size = hypot(x, y);
  const Expr isNear = and_(size > 0.75, size < 1.4);
  const Expr nearX = where(isNear, x, 1.0), nearY = where(isNear, y, 0.0);
  const double large = largeOf(x);
  const Expr isLarge = size > large; // the sum of the squares of halves is finite
  const Expr far = log(where(isLarge, hypot(0.25 * x, 0.25 * y), size));
  return where(isNear, 0.5 * log1p(sumOfSquaresLessOne(nearX, nearY)),
               where(isLarge, far + 2 * std::numbers::ln2, far));
}

//--- inverses

static Complex plus(const Complex &z, double x) { return {z.re + x, z.im}; }

Complex arcSine(const Complex &z) {
  const Complex less = root({1.0 - z.re, -z.im}), more = root(plus(z, 1));
  return {atan2(z.re, less.re * more.re - less.im * more.im),
          asinh(less.re * more.im - less.im * more.re)};
}

Complex areaTangent(const Complex &z) {
  const double large = largeOf(z.re);
  const Expr size = maximum(abs(z.re), abs(z.im)), isFar = size > large;
  const Expr x = abs(where(isFar, 0.0, z.re)), y = where(isFar, 0.0, z.im);
  const Expr left = 1.0 - x;
  const Expr re = 0.25 * log1p(4.0 * x / (left * left + y * y));
  const Expr im = 0.5 * atan2(2.0 * y, left * (1.0 + x) - y * y);
  const Expr ratio = minimum(abs(z.re), abs(z.im)) / size;
  const Expr farRe = abs(z.re) / size / size / (1.0 + ratio * ratio);
  const Expr quarter = z.im.builder().full(std::numbers::pi / 2, z.im);
  return {withSign(where(isFar, farRe, re), z.re), withSign(where(isFar, quarter, abs(im)), z.im)};
}

} // namespace cotan
