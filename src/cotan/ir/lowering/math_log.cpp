// Logarithms: x = 2^n (1 + f) with -1/3 <= f < 1/3.
#include "cotan/ir/lowering/math_parts.h"

namespace cotan::math {

namespace {

/// The exponent of x such that what is left is in [2/3, 4/3), where it stands in the bits of x. x
/// is positive and normal.
Lanes exponentBits(const Lanes &x) {
  const int64_t twoThirds = isDouble(x) ? 0x3fe5555555555555 : 0x3f2aaaab;
  Lanes bits = bitsOf(x), above = bits - x.builder().integer(bits.dtype(), twoThirds);
  return above & x.builder().integer(bits.dtype(), -(int64_t(1) << mantissaBits(x)));
}

/// The exponent as a float. Many processors convert no 64-bit integers: those are put into the
/// lowest bits of a float instead.
Lanes exponentOf(const Lanes &bits, DType dtype) {
  if (dtype == DType::f32)
    return convert(bits >> bits.same(23), dtype);
  Lanes positive = bits + bits.builder().integer(DType::i64, int64_t(1024) << 52);
  Lanes low = bitcast(positive, DType::ui64) >> bits.builder().integer(DType::ui64, 52);
  Lanes whole = low | low.builder().integer(DType::ui64, int64_t(0x433) << 52); // 2^52
  return bitcast(whole, dtype) - (0x1p+52 + 1024);
}

} // namespace

static LogParts partsOfNormal(const Lanes &x) {
  Lanes exponent = exponentBits(x);
  return {exponentOf(exponent, x.dtype()), bitcast(bitsOf(x) - exponent, x.dtype()) - 1.0};
}

LogParts logParts(const Lanes &x) {
  Lanes isTiny = x < (isDouble(x) ? 0x1p-1022 : 0x1p-126);
  const int up = mantissaBits(x);
  auto [n, f] = partsOfNormal(select(isTiny, x * std::ldexp(1.0, up), x));
  return {n + select(isTiny, -up, x.same(0)), f};
}

namespace {

/// log(1 + f) - f.
Lanes tail(const Lanes &f) {
  if (!isDouble(f))
    return f * f *
           polynomial(f, {/*f32 log*/ -0x1.06cdfap-3, 0x1.1ec6e2p-3, -0x1.f3a7dep-4, 0x1.1ec0dp-3,
                          -0x1.559802p-3, 0x1.99d1c6p-3, -0x1.ffff14p-3, 0x1.555502p-2, -0x1p-1});
  // With 1 + f = (1 + s) / (1 - s), so that s is half as large, and an odd function.
  Lanes half = 0.5 * f * f, s = f / (f + 2.0), z = s * s;
  Lanes curve = z * polynomial(z, {/*f64 log*/ 0x1.16e404da94ebp-3, 0x1.0e821e3e72cbep-3,
                                   0x1.3b2a64928cf29p-3, 0x1.745ca8007b62p-3, 0x1.c71c72f00d136p-3,
                                   0x1.24924923cdbe1p-2, 0x1.999999999ap-2, 0x1.5555555555555p-1});
  return fma(s, half + curve, -half);
}

/// n ln(2) + log(1 + f).
Lanes sum(const LogParts &x) {
  const double high = isDouble(x.f) ? 0x1.62e42fefa39efp-1 : 0x1.62e43p-1;
  const double low = isDouble(x.f) ? 0x1.abc9e3b39803fp-56 : -0x1.05c61p-29;
  return fma(x.n, high, x.f + fma(x.n, low, tail(x.f)));
}

/// What a logarithm is at its ends.
Lanes withinRange(const Lanes &x, const Lanes &y) {
  Lanes end = select(x == 0.0, -INFINITY, x.same(NAN));
  return select(x > 0.0, select(x == INFINITY, x, y), end);
}

} // namespace

Lanes log(const Lanes &x) { return withinRange(x, sum(logParts(x))); }
Lanes logOfNormal(const Lanes &x) {
  auto [n, f] = partsOfNormal(x);
  Lanes rest =
      isDouble(x)
          ? polynomial(f,
                       {-0x1.51c50f46c5ccfp-4, 0x1.62b51e6c9c71fp-4, -0x1.8659d4b23c17p-5,
                        0x1.9e25444b976abp-5, -0x1.041d4888122efp-4, 0x1.155e9535f2ecfp-4,
                        -0x1.244437582a76ap-4, 0x1.3ac20e33c88b7p-4, -0x1.5558cc3111881p-4,
                        0x1.7460b699741e9p-4, -0x1.9999829d16d0bp-4, 0x1.c71c59be53735p-4,
                        -0x1.000000292682cp-3, 0x1.2492494f98c85p-3, -0x1.55555555128dcp-3,
                        0x1.9999999953c76p-3, -0x1.00000000000fep-2, 0x1.555555555565fp-2, -0x1p-1})
          : polynomial(f, {0x1.12f598p-3, -0x1.3408ecp-3, 0x1.21249ap-3, -0x1.51927cp-3,
                           0x1.99ad6cp-3, -0x1.000adep-2, 0x1.55554cp-2, -0x1.fffff6p-2});
  return fma(n, std::numbers::ln2, fma(f * f, rest, f));
}

Lanes log2(const Lanes &x) {
  auto [n, f] = logParts(x);
  const double high = isDouble(x) ? 0x1.71547652b82fep+0 : 0x1.715476p+0;
  const double low = isDouble(x) ? 0x1.777d0ffda0d24p-56 : 0x1.4ae0cp-26; // of 1 / ln(2)
  Lanes rest = isDouble(x)
                   ? tail(f) * high
                   : f * f *
                         polynomial(f, {/*f32 log2*/ -0x1.795a28p-3, 0x1.9ddbc2p-3, -0x1.68ea1p-3,
                                        0x1.9dab04p-3, -0x1.ecc50ap-3, 0x1.279f9p-2, -0x1.715404p-2,
                                        0x1.ec7024p-2, -0x1.715476p-1});
  return withinRange(x, n + fma(f, high, fma(f, low, rest)));
}

// f = (1 + x) / 2^n - 1 from x itself: what 1 + x loses is not lost.
Lanes log1p(const Lanes &x) {
  Lanes isLarge = x > 0x1p+100; // 2^-n may be no normal number
  Lanes bounded = select(isLarge, x * 0x1p-32, x), exponent = exponentBits(1.0 + bounded);
  Lanes power = bitcast(bitsOf(x.same(1)) - exponent, x.dtype()); // 2^-n
  Lanes n = exponentOf(exponent, x.dtype()) + select(isLarge, 32.0, x.same(0));
  Lanes y = sum({n, fma(bounded, power, power - 1.0)});
  return copysign(withinRange(1.0 + x, y), x); // of -0 too
}

} // namespace cotan::math
