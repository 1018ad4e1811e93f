// pow of f32: 2^(y log2(x)) in f64, whose rounding errors are too small to matter.
#include "cotan/ir/lowering/math_parts.h"

namespace cotan::math {

namespace {

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

} // namespace

Lanes pow(const Lanes &x, const Lanes &y) {
  Lanes size = abs(x), exponent = convert(y, DType::f64);
  Lanes result = convert(power(log2OfSize(convert(size, DType::f64)) * exponent), x.dtype());
  Lanes isWhole = floor(y) == y, isOdd = isWhole & (floor(0.5 * y) != 0.5 * y);
  Lanes noNumber = (x < 0.0) & (size < INFINITY) & ~isWhole;
  result = select(isOdd, copysign(result, x), select(noNumber, NAN, result));
  // Here NaN, or 0 times infinity, counts for nothing.
  return select((x == 1.0) | (y == 0.0) | ((x == -1.0) & (abs(y) == INFINITY)), 1.0, result);
}

} // namespace cotan::math
