// pow: e^(y log(x)), in more digits than the result has.
#include "cotan/ir/lowering/math_parts.h"

namespace cotan::math {

namespace {

//--- of f32: 2^(y log2(x)) in f64, whose rounding errors are too small to matter

Lanes log2OfSize(const Lanes &x) {
  auto [n, f] = logParts(x);
  Lanes y = fma(f,
                polynomial(f, {/*pow log2*/ 0x1.42a566bdb9d05p-3, -0x1.542f301b5b32dp-3,
                               0x1.fa1cebb60549ap-4, -0x1.198527a427acp-3, 0x1.498158057c538p-3,
                               -0x1.724a747140d9dp-3, 0x1.a60b28eb45c4p-3, -0x1.ec687b937bd5ep-3,
                               0x1.2776e22773471p-2, -0x1.715484fad0e5dp-2, 0x1.ec709d90102abp-2,
                               -0x1.7154764b3394fp-1, 0x1.71547652bbe3ap+0}),
                n);
  return select(x == 0.0, -INFINITY, select(x < INFINITY, y, x));
}

/// 2^x, or what is as good as 0 or infinity for f32. The lowest bits of NaN from f32 are 0, so that
/// scaling keeps it.
Lanes power(const Lanes &x) {
  const double shift = roundingShift(x), most = 200;
  Lanes bounded = select(x > most, most, select(x < -most, -most, x));
  Lanes shifted = bounded + shift, r = bounded - (shifted - shift);
  return scale(polynomial(r, {/*pow exp2|, 1.0*/ 0x1.41fbb9b703311p-13, 0x1.5f3e575f88a21p-10,
                              0x1.3b2d4cfea1ab8p-7, 0x1.c6aee8862298ap-5, 0x1.ebfbdc3c1406ap-3,
                              0x1.62e430af2cbf8p-1, 1.0}),
               shifted);
}

Lanes powerOfSize32(const Lanes &size, const Lanes &y) {
  Lanes logarithm = log2OfSize(convert(size, DType::f64));
  return convert(power(logarithm * convert(y, DType::f64)), size.dtype());
}

//--- of f64: e^(y log(x)), where the logarithm is the sum of two numbers

/// x + y, where y is the smaller one or x is 0.
Sum exactSum(const Lanes &x, const Lanes &y) {
  Lanes high = x + y;
  return {high, y - (high - x)};
}

/// x * y but for what is smaller still.
Sum product(const Sum &x, const Sum &y) {
  Lanes high = x.high * y.high;
  return {high, fma(x.high, y.high, -high) + fma(x.high, y.low, x.low * y.high)};
}

/// The series 2/3 + 2/5 z + 2/7 z^2 + ... of (log((1 + s) / (1 - s)) - 2s) / s^3, z = s^2, with
/// |s| <= 1/5. All but its first number may be rounded.
Sum logarithmCurve(const Lanes &z) {
  llvm::SmallVector<double> coefficients;
  for (int n = 27; n >= 5; n -= 2)
    coefficients.push_back(2.0 / n);
  const double first = 2.0 / 3, rest = 0x1.5555555555555p-55; // of 2/3
  Sum sum = exactSum(z.same(first), z * polynomial(z, coefficients));
  return {sum.high, sum.low + rest};
}

/// log(x) within 2^-64 of itself: x = 2^n (1 + s) / (1 - s). ln(2) is taken in two parts, and the
/// first is so short that n times it is exact.
Sum logarithm(const Lanes &x) {
  auto [n, f] = logParts(x);
  Sum divisor = exactSum(x.same(2), f), s, z;
  s.high = f / divisor.high;
  s.low = (fma(-s.high, divisor.high, f) - s.high * divisor.low) / divisor.high;
  z = product(s, s);
  Sum cubic = product(product(s, z), logarithmCurve(z.high));
  Sum sum = exactSum(n * 0x1.62e42feep-1, 2.0 * s.high);
  Sum more = exactSum(sum.high, cubic.high);
  Lanes low = fma(n, 0x1.a39ef35793c76p-33, fma(s.low, 2.0, cubic.low));
  return {more.high, more.low + (sum.low + low)};
}

Lanes powerOfSize64(const Lanes &size, const Lanes &y) {
  Sum log = logarithm(size);
  Lanes isPlain = (size > 0.0) & (size < INFINITY);
  log.high = select(isPlain, log.high, select(size == 0.0, -INFINITY, size));
  Lanes high = log.high * y, low = fma(log.high, y, -high) + log.low * y;
  Lanes isInRange = abs(high) < 746.0;
  ExpParts e = expParts(between(high, -746, 709.9), select(isInRange, low, low.same(0)));
  return scaleToAny(1.0 + e.w, e.shifted);
}

} // namespace

Lanes pow(const Lanes &x, const Lanes &y) {
  Lanes size = abs(x), result = isDouble(x) ? powerOfSize64(size, y) : powerOfSize32(size, y);
  Lanes isWhole = floor(y) == y, isOdd = isWhole & (floor(0.5 * y) != 0.5 * y);
  Lanes noNumber = (x < 0.0) & (size < INFINITY) & ~isWhole;
  result = select(isOdd, copysign(result, x), select(noNumber, NAN, result));
  // Here NaN, or 0 times infinity, counts for nothing.
  return select((x == 1.0) | (y == 0.0) | ((x == -1.0) & (abs(y) == INFINITY)), 1.0, result);
}

} // namespace cotan::math
