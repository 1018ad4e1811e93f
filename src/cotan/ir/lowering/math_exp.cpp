// exp and what is made of it: x = n ln(2) + r with |r| <= ln(2) / 2, e^x = 2^n e^r.
#include "cotan/ir/lowering/math_parts.h"
#include "cotan/ir/lowering/processor.h"

namespace cotan::math {

static bool scales(const Lanes &x) {
  return !x.builder().isReproducible && processorOf(x).scales(x);
}

Lanes scale(const Lanes &x, const Lanes &shifted) {
  if (scales(x))
    return processorOf(x).scale(x, shifted - roundingShift(x));
  Lanes n = bitsOf(shifted);
  return bitcast(bitsOf(x) + (n << n.same(mantissaBits(x))), x.dtype());
}

// A power of 2 that is small is made larger first, and others are halved, such that the factor is a
// normal number; what makes up for it rounds the result, the only time. NaN, whose bits may become
// any number, is made NaN again.
Lanes scaleToAny(const Lanes &x, const Lanes &shifted) {
  if (scales(x))
    return processorOf(x).scale(x, shifted - roundingShift(x));
  const int up = 2 * mantissaBits(x), least = isDouble(x) ? -1000 : -104;
  Lanes isSmall = shifted < roundingShift(x) + least;
  Lanes moved = shifted + select(isSmall, up, shifted.same(-1));
  return scale(x, moved) * select(isSmall, std::ldexp(1.0, -up), fma(shifted, 0.0, 2.0));
}

/// x + rest = n ln(2) + r, where n is what `shift` rounds to. ln(2) is taken in two parts: n times
/// the first is subtracted exactly, as the result is short.
static Lanes reduce(const Lanes &x, const Lanes &rest, double shift, Lanes &shifted) {
  const double high = isDouble(x) ? 0x1.62e42fefa39efp-1 : 0x1.62e43p-1;
  const double low = isDouble(x) ? 0x1.abc9e3b39803fp-56 : -0x1.05c61p-29;
  shifted = fma(x, std::numbers::log2e, shift);
  Lanes n = shifted - shift, r = fma(n, -high, x);
  return rest ? r + fma(n, -low, rest) : fma(n, -low, r);
}

/// (e^r - 1 - r) / r^2.
static Lanes curve(const Lanes &r) {
  if (isDouble(r))
    return polynomial(r, {/*f64 exp*/ 0x1.ad9303ff16be2p-26, 0x1.28adfefa69a53p-22,
                          0x1.71df18e254781p-19, 0x1.a019995cdc802p-16, 0x1.a01a012ff2942p-13,
                          0x1.6c16c18477aefp-10, 0x1.1111111126b3p-7, 0x1.55555555506bap-5,
                          0x1.55555555554fep-3, 0x1.000000000000ap-1});
  return polynomial(
      r, {/*f32 exp*/ 0x1.694ca6p-10, 0x1.12398p-7, 0x1.555a26p-5, 0x1.555492p-3, 0x1.fffffap-2});
}

ExpParts expParts(const Lanes &x, const Lanes &rest) {
  ExpParts parts;
  Lanes r = reduce(x, rest, roundingShift(x), parts.shifted);
  parts.w = fma(r * r, curve(r), r);
  return parts;
}

constexpr unsigned rootCount = 16;

/// 2^(i / 16), where i is the lowest four bits of `index`.
static Lanes rootOfTwo(const Lanes &index, DType dtype) {
  std::array<double, rootCount> roots;
  for (unsigned i = 0; i < rootCount; ++i)
    roots[i] = std::exp2(double(i) / rootCount);
  return processorOf(index).lookUp(dtype, roots, index);
}

/// x = (n + i / 16) ln(2) + r: a shorter r takes a shorter polynomial (Tang, Table-driven
/// implementation of the exponential function, 1989).
static Lanes expByTable(const Lanes &x) {
  const double shift = roundingShift(x) / rootCount;
  Lanes shifted, r = reduce(x, {}, shift, shifted), root = rootOfTwo(bitsOf(shifted), x.dtype());
  Lanes curve =
      isDouble(x)
          ? polynomial(r, {/*f64 exp by table*/ 0x1.6c14da4235a64p-10, 0x1.11123abd96954p-7,
                           0x1.55555558e1329p-5, 0x1.555555548f74ep-3, 0x1.fffffffffffbbp-2})
          : polynomial(r, {/*f32 exp by table*/ 0x1.555598p-3, 0x1.00021ep-1});
  return processorOf(x).scale(fma(root * r, fma(r, curve, 1.0), root),
                              shifted - shift); // rounds n + i / 16 down
}

/// e^x, where `scaled` multiplies by powers of 2.
static Lanes exponential(const Lanes &x, Lanes (*scaled)(const Lanes &, const Lanes &)) {
  if (scales(x) && processorOf(x).looksUp(x))
    return expByTable(x);
  Lanes shifted, r = reduce(x, {}, roundingShift(x), shifted);
  return scaled(fma(r, fma(r, curve(r), 1.0), 1.0), shifted);
}

Lanes expInRange(const Lanes &x) { return exponential(x, scale); }

Lanes between(const Lanes &x, double least, double most) {
  Lanes raised = select(x < least, least, x);
  return select(raised > most, most, raised);
}

// Beyond these bounds results are 0 and infinite, as they are at them.
Lanes exp(const Lanes &x) {
  return exponential(isDouble(x) ? between(x, -746, 709.9) : between(x, -104, 88.8), scaleToAny);
}

/// 2^r for |r| <= 1/2.
static Lanes power(const Lanes &r) {
  if (isDouble(r))
    return polynomial(r, {/*f64 exp2|, 1.0*/ 0x1.e97317216bebcp-32, 0x1.e61d45626749cp-28,
                          0x1.b52522bd4739dp-24, 0x1.62bfc658596eep-20, 0x1.ffcbfc66852d4p-17,
                          0x1.4309130f6d122p-13, 0x1.5d87fe789e971p-10, 0x1.3b2ab6fb9fda5p-7,
                          0x1.c6b08d704a12cp-5, 0x1.ebfbdff82c5a6p-3, 0x1.62e42fefa39efp-1, 1.0});
  return polynomial(r, {/*f32 exp2|, 1.0*/ 0x1.3faf58p-13, 0x1.5f0cap-10, 0x1.3b3094p-7,
                        0x1.c6af74p-5, 0x1.ebfbd8p-3, 0x1.62e43p-1, 1.0});
}

Lanes exp2(const Lanes &x) {
  Lanes bounded = isDouble(x) ? between(x, -1076, 1024) : between(x, -151, 128);
  const double shift = roundingShift(x);
  Lanes shifted = bounded + shift;
  return scaleToAny(power(bounded - (shifted - shift)), shifted);
}

// 2^n (1 + w) - 1, in halves: 2^128 is no number. Near 0 it is x, which keeps -0.
Lanes expm1(const Lanes &x) {
  ExpParts parts = expParts(isDouble(x) ? between(x, -40, 710) : between(x, -20, 89));
  Lanes half = scale(x.same(0.5), parts.shifted);
  Lanes y = 2.0 * fma(half, parts.w, half - 0.5);
  return select(abs(x) < (isDouble(x) ? 1e-20 : 1e-10), x, y);
}

} // namespace cotan::math
