#include "cotan/ops/complex/numbers.h"

#include <cmath>
#include <numbers>

namespace cotan {

static Expr isZero(const Expr &x) { return eq(x, x.builder().full(0, x)); }

Complex operator*(const Complex &z, const Complex &w) {
  return {z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
}

Complex operator*(const Complex &z, double x) { return {z.re * x, z.im * x}; }

Complex quotient(const Complex &z, const Complex &w) {
  const Expr isWide = abs(w.re) >= abs(w.im);
  const Expr large = where(isWide, w.re, w.im), small = where(isWide, w.im, w.re);
  const Expr ratio = where(isZero(large), 0.0, small / large);
  const Expr size = large + small * ratio;
  return {where(isWide, z.re + z.im * ratio, z.re * ratio + z.im) / size,
          where(isWide, z.im - z.re * ratio, z.im * ratio - z.re) / size};
}

Complex timesI(const Complex &z) { return {-z.im, z.re}; }
Complex overI(const Complex &z) { return {z.im, -z.re}; }

/// Whether the sign is that of negative numbers; -0 is such.
static Expr isNegative(const Expr &x) { return or_(x < 0.0, and_(isZero(x), 1.0 / x < 0.0)); }

/// The size of x, which is not negative, with the sign of y.
static Expr withSign(const Expr &x, const Expr &y) { return where(isNegative(y), -x, x); }

static Expr isInfinite(const Complex &z) { return or_(is_inf(z.re), is_inf(z.im)); }

static bool isSingle(const Expr &x) { return x.elementType().isF32(); }
/// The largest power of two whose square is finite, about.
static double largeOf(const Expr &x) { return isSingle(x) ? 0x1p60 : 0x1p500; }

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
  const Expr isNothing = isZero(half);
  const Expr other = where(isNothing, 0.0, abs(z.im) / (2.0 * half));
  const Expr isRight = z.re >= 0.0, isFar = is_inf(z.im);
  const Expr re = where(isRight, half, other), im = where(isRight, other, half);
  return {where(isFar, abs(z.im), re), where(or_(isFar, isNothing), z.im, withSign(im, z.im))};
}

//--- exponentials

/// exp(x) times y, |y| at most 1: finite where that is.
static Expr expTimes(const Expr &x, const Expr &y) {
  const double most = isSingle(x) ? 88 : 700;
  const Expr isLarge = x > most;
  const Expr size = exp(where(isLarge, x - most, x)), product = size * y;
  const Expr isNothing = eq(x, x.builder().full(-INFINITY, x)); // whatever the angle is
  return where(isLarge, product * std::exp(most),
               where(isNothing, withSign(where(isNothing, 0.0, size), y), product));
}

/// The real part of what is as large as `size` of x is; where x is infinite, at any angle.
static Expr infiniteAt(const Expr &x, const Expr &size, const Expr &part) {
  return where(and_(is_inf(x), is_nan(part)), size, part);
}

Complex exponential(const Complex &z) {
  const Expr isReal = isZero(z.im), size = exp(z.re);
  return {where(isReal, size, infiniteAt(z.re, size, expTimes(z.re, cos(z.im)))),
          where(isReal, z.im, expTimes(z.re, sin(z.im)))};
}

Complex exponentialLessOne(const Complex &z) {
  const Complex e = exponential(z);
  const Expr isFar = abs(z.re) > 50.0, half = sin(0.5 * z.im);
  const Expr near = expm1(where(isFar, 0.0, z.re)) * cos(z.im) - 2.0 * half * half;
  return {where(isFar, e.re - 1.0, near), e.im};
}

/// A hyperbolic function of x, `near`, or where it is large exp(|x|) / 2 with its sign, times y: 0
/// where either is, the other one infinite or NaN.
static Expr times(const Expr &x, const Expr &near, const Expr &y) {
  const Expr isFar = abs(x) > (isSingle(x) ? 44.0 : 350.0);
  const Expr far = withSign(expTimes(abs(x), 0.5 * y), near);
  return where(isZero(near), where(is_nan(y), near, near * y),
               where(isZero(y), withSign(y, near), where(isFar, far, near * y)));
}

Complex hyperbolicSine(const Complex &z) {
  const Expr size = sinh(z.re);
  return {infiniteAt(z.re, size, times(z.re, size, cos(z.im))), times(z.re, cosh(z.re), sin(z.im))};
}

Complex hyperbolicCosine(const Complex &z) {
  const Expr size = cosh(z.re);
  return {infiniteAt(z.re, size, times(z.re, size, cos(z.im))), times(z.re, sinh(z.re), sin(z.im))};
}

Complex hyperbolicTangent(const Complex &z) {
  const Expr isFar = abs(z.re) > (isSingle(z.re) ? 22.0 : 175.0);
  const Expr near = where(isFar, 0.0, z.re);
  const Expr slope = tan(z.im), widening = 1.0 + slope * slope, growth = sinh(near);
  const Expr size = 1.0 + widening * growth * growth;
  const Expr decay = 2.0 * expTimes(-2.0 * abs(z.re), 2.0 * sin(z.im) * cos(z.im));
  const Expr one = withSign(z.re.builder().full(1, z.re), z.re);
  return {where(isFar, where(is_nan(decay), decay, one),
                where(isZero(z.re), z.re, widening * sqrt(1.0 + growth * growth) * growth / size)),
          where(isZero(z.im), z.im, where(isFar, decay, slope / size))};
}

//--- logarithms

/// x^2 exactly, as product + rest (T. J. Dekker, 1971).
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
  const Expr finite = where(isNear, 0.5 * log1p(sumOfSquaresLessOne(nearX, nearY)),
                            where(isLarge, far + 2 * std::numbers::ln2, far));
  return where(isInfinite(z), INFINITY, finite);
}

Complex logarithm(const Complex &z) { return {logOfSize(z), atan2(z.im, z.re)}; }

//--- inverses

static constexpr double quarterTurn = std::numbers::pi / 2;

static Complex plus(const Complex &z, double x) { return {z.re + x, z.im}; }

static Expr infinityLike(const Expr &x) { return withSign(x.builder().full(INFINITY, x), x); }

static Complex onFar(const Complex &z, const Complex &far, const Complex &near) {
  const Expr isFar = isInfinite(z);
  return {where(isFar, far.re, near.re), where(isFar, far.im, near.im)};
}

Complex arcSine(const Complex &z) {
  const Complex less = root({1.0 - z.re, -z.im}), more = root(plus(z, 1));
  const Expr angle = atan2(z.re, less.re * more.re - less.im * more.im);
  const Expr area = asinh(less.re * more.im - less.im * more.re);
  return onFar(z, {atan2(z.re, abs(z.im)), infinityLike(z.im)},
               {where(isZero(z.re), z.re, angle), area});
}

Complex arcCosine(const Complex &z) {
  const Complex less = root({1.0 - z.re, -z.im}), more = root(plus(z, 1));
  const Expr angle = where(isZero(z.re), quarterTurn, 2.0 * atan2(less.re, more.re));
  const Expr area = asinh(more.re * less.im - more.im * less.re);
  return onFar(z, {atan2(abs(z.im), z.re), -infinityLike(z.im)}, {angle, area});
}

Complex areaCosine(const Complex &z) {
  const Complex less = root(plus(z, -1)), more = root(plus(z, 1));
  const Expr area = asinh(less.re * more.re + less.im * more.im);
  const Expr upwards = withSign(z.im.builder().full(quarterTurn, z.im), z.im);
  const Expr angle = where(isZero(z.re), upwards, 2.0 * atan2(less.im, more.re));
  return onFar(z, {abs(infinityLike(z.re)), atan2(z.im, z.re)}, {area, angle});
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
  const Expr angle = where(isFar, quarterTurn, abs(im));
  const Expr zero = z.re.builder().full(0, z.re), upwards = zero + quarterTurn;
  return onFar(
      z, {withSign(zero, z.re), where(is_nan(z.im), z.im, withSign(upwards, z.im))},
      {where(isZero(z.re), z.re, withSign(where(isFar, farRe, re), z.re)), withSign(angle, z.im)});
}

} // namespace cotan
