// erf and erfc. Coefficients of f64: math_erf.py, of others math.sollya.
#include "cotan/ir/lowering/math_parts.h"

namespace cotan::math {

namespace {

/// erf(x) / x - 1 for |x| < 0.9, of z = x^2.
Lanes nearCurve(const Lanes &z) {
  if (isDouble(z))
    return polynomial(z, {-0x1.d02d048c6a10ap-31, 0x1.e20c8b3fc8967p-27, -0x1.5d727bb0a7792p-23,
                          0x1.b9b52939aa99cp-20, -0x1.f4cf2b70ba5b9p-17, 0x1.f9a303c78dbabp-14,
                          -0x1.c02db2ffd1157p-11, 0x1.565bcd09c6a7ep-8, -0x1.b82ce3126f49dp-6,
                          0x1.ce2f21a042760p-4, -0x1.812746b0379e2p-2, 0x1.06eba8214db69p-3});
  return polynomial(z, {/*f32 erf*/ -0x1.015d9p-17, 0x1.bd0f4ep-14, -0x1.b845fp-11, 0x1.55c7d2p-8,
                        -0x1.b820bap-6, 0x1.ce2e9ap-4, -0x1.812744p-2, 0x1.06eba8p-3});
}

/// log(erfc(y)) for 0.9 < y, where it counts beside 1.
Lanes farCurve(const Lanes &y) {
  if (isDouble(y))
    return polynomial(select(y > 5.95, 5.95, y) - 0.875,
                      {0x1.9d2d8d516048ap-40, -0x1.722a523b768d1p-35, 0x1.33067883a864ap-31,
                       -0x1.38575788eabc9p-28, 0x1.b008dd2a2568bp-26, -0x1.a0fd8d4d5a10cp-24,
                       0x1.01d4efe3194ffp-22, -0x1.300be47923d07p-23, -0x1.11005c924dac3p-19,
                       0x1.98028368cbc89p-17, -0x1.4a476cbcc9de8p-15, 0x1.f15404d0666a2p-15,
                       0x1.a513ca5e6c48dp-13, -0x1.19049b7cdf07fp-9, 0x1.730b0ea45a508p-7,
                       -0x1.802c2793e2a41p-5, -0x1.a730790b4cf57p-1, -0x1.3711709c17b4ap+1,
                       -0x1.88672ea9b34dcp+0});
  return polynomial(select(y > 4.0, 4.0, y),
                    {/*f32 log(erfc)*/ 0x1.ad1ca6p-20, -0x1.7bd426p-15, 0x1.35617ep-11,
                     -0x1.35d1d4p-8, 0x1.af5ad4p-6, -0x1.c2331ap-4, -0x1.4396aap-1, -0x1.214fccp+0,
                     0x1.32a9e8p-12});
}

} // namespace

// x + x P(x^2) near 0, elsewhere 1 - e^Q(|x|).
Lanes erf(const Lanes &x) {
  Lanes size = abs(x), large = 1.0 - expInRange(farCurve(size));
  return select(size > 0.9, copysign(large, x), fma(x, nearCurve(x * x), x));
}

namespace {

/// e^(y^2) erfc(y) = R(t) / (y + k) where t = (y - k) / (y + k) for 0.6 < y < 9.2.
Sum scaledErfc(const Lanes &y) {
  const double k = 2.3125, first = 0x1.0b3444p+0;
  Lanes divisor = y + k, lost = y - (divisor - k), inverse = 1.0 / divisor;
  Lanes t = fma(inverse, -2 * k, 1.0);
  Lanes rest = polynomial(t, {/*f32 erfc tail*/ 0x1.f48a5ap-13, 0x1.10fc84p-12, -0x1.8a695cp-10,
                              -0x1.f73652p-10, 0x1.8051aep-7, 0x1.a3af6ap-9, -0x1.e522cap-4,
                              0x1.927988p-2, -0x1.8845bp-1});
  Lanes dividend = fma(t, rest, first), high = dividend * inverse;
  // What the inverse lacks changes t too, and the slope of R is about the rest.
  Lanes lack = fma(-inverse, lost, fma(-inverse, divisor, 1.0));
  Lanes more = fma(lack, fma(-2 * k * inverse, rest, dividend), fma(t, rest, first - dividend));
  return {high, fma(inverse, more, fma(dividend, inverse, -high))};
}

} // namespace

// 1 - erf(x) near 0. Elsewhere e^(-x^2) e^(x^2) erfc(|x|), mirrored below 0. Three rounding errors
// together are more than 2 ulp: those of x^2 and of the second factor are made up for.
Lanes erfc(const Lanes &x) {
  Lanes size = abs(x), z = x * x;
  Lanes bend = polynomial(z, {/*f32 erf for erfc*/ -0x1.7beb08p-11, 0x1.52a9f2p-8, -0x1.b7fc62p-6,
                              0x1.ce2dfap-4, -0x1.812744p-2, -0x1.f9ed32p-25});
  Lanes small = fma(-x, bend, fma(x, -0x1.20dd76p+0, 1.0));

  Lanes bounded = select(size > 10.1, 10.1, size), square = bounded * bounded;
  ExpParts power = expParts(-square, -fma(bounded, bounded, -square));
  Sum factor = scaledErfc(bounded);
  Lanes rest = fma(factor.high, power.w, fma(factor.low, power.w, factor.low));
  Lanes tail = scaleToAny(factor.high + rest, power.shifted);
  return select(size > 0.6, select(x > 0.0, tail, 2.0 - tail), small);
}

} // namespace cotan::math
