// The inverse of erf, after Giles, "Approximating the erfinv function" (GPU Computing Gems, 2011):
// it is x times a function of w = -log(1 - x^2) that is almost a line, or of sqrt(w) where w is
// large. Where a processor looks numbers up, most are x times a short polynomial in 1 - x^2, with
// no logarithm. Coefficients: math_erfinv.py.
#include "cotan/ir/lowering/math_erfinv_table.h"
#include "cotan/ir/lowering/math_parts.h"
#include "cotan/ir/lowering/processor.h"

namespace cotan::math {
namespace {

/// x times a polynomial in t. Its constant term is added last, so that little else is rounded.
Lanes multiple(const Lanes &x, const Lanes &t, llvm::ArrayRef<double> coefficients) {
  Lanes rest = polynomial(t, coefficients.drop_back());
  return fma(x, coefficients.back(), x * t * rest);
}

Lanes singleErfinv(const Lanes &x, const Lanes &w) {
  Lanes near = multiple(x, w - 1.53515625,
                        {0x1.4bcae8p-39, 0x1.5864cap-31, -0x1.00d752p-26, 0x1.f30eb4p-24,
                         0x1.a8f9ccp-30, -0x1.6c8c48p-18, 0x1.72fe6ep-16, 0x1.7d2ff4p-13,
                         -0x1.0eeecap-9, 0x1.5a373cp-11, 0x1.006d34p-2, 0x1.42c828p+0});
  auto far = [&] {
    return multiple(x, sqrt(w) - 2.5458984375,
                    {0x1.52ad56p-14, -0x1.1feabap-11, 0x1.52a38ep-10, -0x1.0e4036p-13,
                     -0x1.a0a6cap-8, 0x1.22808cp-6, -0x1.c8e89ap-6, 0x1.fe1828p-6, 0x1.f87b0cp-1,
                     0x1.30c7eep+1});
  };
  return selectRare(~(w < 6.25), far, near);
}

Lanes doubleErfinv(const Lanes &x, const Lanes &w) {
  Lanes near = multiple(x, w - 0.552734375,
                        {-0x1.b2643e45e1856p-72, 0x1.df58e18d37271p-66,  -0x1.e71556240785ep-61,
                         0x1.2bae2fabaf4ccp-56,  -0x1.ec4b309d40c38p-53, 0x1.16f55e0344876p-49,
                         -0x1.af06dcd973d0ep-47, 0x1.a8934929ce4edp-45,  -0x1.d57b538c2e42cp-44,
                         0x1.0fc4f8d19f75fp-42,  -0x1.37a7698bb1d19p-39, 0x1.fe34904fca81ep-38,
                         0x1.06d86423955f1p-34,  -0x1.84eb94ff67f87p-32, -0x1.2b6f8a699d78fp-29,
                         0x1.3b826b1e7b46ep-26,  0x1.34e8d7edadd06p-24,  -0x1.f20d4f017245fp-21,
                         -0x1.fbad2fd8db86fp-20, 0x1.88050e0ab61aap-15,  0x1.095ba26c8975dp-18,
                         -0x1.440da481cfc0dp-9,  0x1.ed06ac2fffda2p-8,   0x1.f0cbfaa28395cp-3,
                         0x1.04810259a52bcp+0});
  auto beyond = [&] {
    Lanes root = sqrt(w);
    Lanes far = multiple(x, root - 3.28515625,
                         {-0x1.03765b5ec5c93p-26, -0x1.42ade84944f57p-27, 0x1.138198f2e1d0bp-23,
                          -0x1.9f9a5ffae986ep-23, -0x1.5299d67381974p-23, 0x1.84b83dd433e15p-20,
                          -0x1.b54a5aa91290fp-19, 0x1.5541ed20c8588p-20,  0x1.bf9325064cb0ap-17,
                          -0x1.62e5b8a4f370bp-15, 0x1.b8978134b959cp-15,  0x1.698699e3af6fcp-15,
                          -0x1.6a4355d16c5dp-12,  0x1.c68c7655078ccp-11,  -0x1.88415a1abbb66p-10,
                          0x1.21e8136ea77bbp-9,   -0x1.c06291e7b7188p-9,  0x1.47395cd8498fbp-8,
                          0x1.01708452fb964p+0,   0x1.8f4308c9131d8p+1});
    Lanes farthest =
        multiple(x, root - 5.083984375,
                 {-0x1.2d785ed2bec8fp-36, 0x1.3105e0c1e15d9p-36, 0x1.afdd73c1cd736p-34,
                  -0x1.6d23c7c12ae7dp-32, 0x1.d417bc302f28ap-31, -0x1.2d392758925dfp-29,
                  0x1.46e04fc6b0564p-28, -0x1.36f47c8b1745p-27, 0x1.35f409ff06829p-26,
                  -0x1.9deb02920f21fp-25, 0x1.8f2ef1c123f92p-23, -0x1.cabb6610b5de9p-21,
                  0x1.0b63a91f980bap-18, -0x1.2649cddbfb716p-16, 0x1.1e01ece91b8e2p-14,
                  -0x1.9036b1e327bdap-13, -0x1.8e06dee80eb5dp-13, 0x1.02a13ccf439e6p+0,
                  0x1.3bd30598d44d8p+2});
    return select(w < 16.0, far, farthest);
  };
  return selectRare(~(w < 6.25), beyond, near);
}

/// v = 1 - x^2 is normal.
Lanes erfinvByLog(const Lanes &x, const Lanes &v) {
  Lanes w = -logOfNormal(v);
  return isDouble(x) ? doubleErfinv(x, w) : singleErfinv(x, w);
}

/// `multiple` of v - center, of coefficients that depend on v's part of eight octaves.
template <size_t Rows, size_t Parts>
Lanes multipleByTable(const Lanes &x, const Lanes &v, const double (&table)[Rows][Parts]) {
  Lanes shift = v.builder().integer(bitsType(v), std::ldexp(tableShift, mantissaBits(v)));
  Lanes part = (bitsOf(v) - shift) >> shift.same(mantissaBits(v) - (Parts == 16));
  auto row = [&](size_t i) { return processorOf(v).lookUp(v.dtype(), table[i], part); };
  Lanes t = v - row(0);
  Lanes rest = row(Rows - 1);
  for (size_t i = Rows - 2; i > 1; --i)
    rest = fma(t, rest, row(i));
  return fma(x, row(1), x * t * rest);
}

/// The numbers beyond the first table are rare, those beyond the second most rare.
template <size_t Rows, size_t Parts>
Lanes erfinvByTables(const Lanes &x, const Lanes &v, const double (&near)[Rows][Parts],
                     const double (&far)[Rows][Parts]) {
  if (!processorOf(x).looksUp(x, Parts))
    return erfinvByLog(x, v);
  return selectRare(
      ~(v >= nearStart),
      [&] {
        return selectRare(
            ~(v >= farStart), [&] { return erfinvByLog(x, v); }, multipleByTable(x, v, far));
      },
      multipleByTable(x, v, near));
}

} // namespace

// 1 - x^2 is normal.
Lanes erfinvInside(const Lanes &x) {
  Lanes v = fma(-x, x, 1.0);
  return isDouble(x) ? erfinvByTables(x, v, nearDouble, farDouble)
                     : erfinvByTables(x, v, nearSingle, farSingle);
}

// Infinite at -1 and 1, NaN outside of them.
Lanes erfinv(const Lanes &x) {
  Lanes y = erfinvInside(x), size = abs(x);
  Lanes end = select(size == 1.0, INFINITY, x.same(NAN));
  return copysign(select(size < 1.0, y, end), x); // of -0 too
}

} // namespace cotan::math
