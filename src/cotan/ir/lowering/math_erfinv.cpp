// The inverse of erf: x times a quotient of polynomials in v = 1 - x^2, for which most numbers need
// no logarithm. The few near the ends are, after Giles, "Approximating the erfinv function" (GPU
// Computing Gems, 2011), x times a function of sqrt(-log(v)) that is almost a line. Coefficients:
// math_erfinv.py.
//
// Nothing here depends on the processor: random numbers are made of it, the same everywhere.
#include "cotan/ir/lowering/math_parts.h"
#include "cotan/ir/lowering/processor.h"

#include "llvm/Analysis/VectorUtils.h"

namespace cotan::math {
namespace {

constexpr double nearStart = 0x1p-7; // of v = 1 - x^2

/// x times a polynomial in t. Its constant term is added last, so that little else is rounded.
Lanes multiple(const Lanes &x, const Lanes &t, llvm::ArrayRef<double> coefficients) {
  Lanes rest = polynomial(t, coefficients.drop_back());
  return fma(x, coefficients.back(), x * t * rest);
}

/// Where v is less than `nearStart`, but normal.
Lanes erfinvByLog(const Lanes &x, const Lanes &v) {
  Lanes w = -logOfNormal(v), root = sqrt(w);
  if (!isDouble(x))
    return multiple(x, root - 2.8486328125,
                    {-0x1.12cd4cp-15, 0x1.c05d9ap-13, -0x1.15465ap-11, 0x1.6fe09p-12, 0x1.69cd3p-10,
                     -0x1.40de9ap-8, 0x1.2375cp-7, -0x1.897498p-7, 0x1.c54bc8p-7, 0x1.ff1446p-1,
                     0x1.573ebep+1});
  auto farthest = [&] {
    return multiple(x, root - 5.083984375,
                    {0x1.885aafaf21363p-38,  -0x1.aca348ea749bfp-37, -0x1.2e5192e1f7db4p-37,
                     0x1.51b6e59ab59b5p-34,  -0x1.34e8602c1468dp-32, 0x1.e9316adf2a36p-31,
                     -0x1.34dcf01c16dep-29,  0x1.445745d117469p-28,  -0x1.35b64117eb293p-27,
                     0x1.364e3c618e421p-26,  -0x1.9e0a8344d5c06p-25, 0x1.8f2b4cd7807dfp-23,
                     -0x1.cabaf054fe4c6p-21, 0x1.0b63ae5933a4p-18,   -0x1.2649ce5323abdp-16,
                     0x1.1e01ece1b82fcp-14,  -0x1.9036b1e24dfb8p-13, -0x1.8e06dee7ef186p-13,
                     0x1.02a13ccf439e5p+0,   0x1.3bd30598d44d8p+2});
  };
  return selectRare(
      ~(w < 14.0), farthest,
      multiple(x, root - 2.7431640625,
               {-0x1.7144bc776fd47p-26, 0x1.5db3e613b4f0dp-24, 0x1.43d5f7a379e5ep-24,
                -0x1.067124d5a08a6p-20, 0x1.05052a8b96051p-19, 0x1.9d4cab0079d55p-21,
                -0x1.620bf87551456p-17, 0x1.1ea5ca39a73e6p-16, 0x1.b3eae77fd2398p-17,
                -0x1.953d83defe584p-14, 0x1.0b1c3a4bab1b3p-13, 0x1.37b17bcfc8369p-13,
                -0x1.985964e6292b5p-11, 0x1.f7c2052b6149bp-11, 0x1.de0b808b64e3bp-11,
                -0x1.730971cac481p-8,   0x1.7f34c22405a8p-7,   -0x1.0b9f916ea8197p-6,
                0x1.2b97b60314289p-6,   0x1.fd5b66df2fc5ep-1,  0x1.49ca7ffec88b3p+1}));
}

/// Half of the powers at a time: neither half waits for the other.
Lanes byHalves(const Lanes &x, llvm::ArrayRef<double> coefficients) {
  Lanes square = x * x;
  auto half = [&](size_t first) {
    Lanes y = x.same(coefficients[first]);
    for (size_t i = first + 2; i < coefficients.size(); i += 2)
      y = fma(square, y, coefficients[i]);
    return y;
  };
  const size_t even = (coefficients.size() - 1) % 2;
  return fma(x, half(1 - even), half(even));
}

/// x times a quotient of polynomials in v, which is `value` at `center`.
Lanes quotient(const Lanes &x, const Lanes &v, double center, double value,
               llvm::ArrayRef<double> over, llvm::ArrayRef<double> under) {
  return fma(x, value, x * (v - center) * (byHalves(v, over) / byHalves(v, under)));
}

Lanes erfinvNear(const Lanes &x, const Lanes &v) {
  if (isDouble(x))
    return quotient(x, v, 0x1.ap-2, 0x1.1a5314a31c4dfp+0,
                    {-0x1.ac4daf7c4c576p+51, -0x1.30d2f605615b2p+56, -0x1.984715eeddc3ap+58,
                     -0x1.949d0446acfccp+59, -0x1.65d307af7a1dcp+59, -0x1.36f418cf71b8p+58,
                     -0x1.17dbe416473b2p+56, -0x1.0bd5f8980e27fp+53, -0x1.129a9ccc601f9p+49,
                     -0x1.2ab5206f54fd1p+44, -0x1.4eda9530f71fep+38, -0x1.6da6777844331p+31,
                     -0x1.5ee61b7805043p+23, -0x1.e3ae55efa6593p+13, -0x1.2238d68df1cafp+2},
                    {0x1.c05f02e22325ap+51, 0x1.99fff23c08818p+56, 0x1.62b631783e609p+59,
                     0x1.cc40128f03406p+60, 0x1.0f2d1f87053ccp+61, 0x1.40949fdedfdabp+60,
                     0x1.91f3aa380c0f2p+58, 0x1.1363a1d23e6b9p+56, 0x1.a178932fb1bb7p+52,
                     0x1.5d35ecbc3e0ddp+48, 0x1.3cd9913ac6eep+43, 0x1.2ceb5e88da209p+37,
                     0x1.18e77814c92d3p+30, 0x1.cd3cbee00af38p+21, 0x1.0c334b300cacbp+12, 0x1p+0});
  return quotient(x, v, 0x1.f4p-2, 0x1.0ebed2p+0,
                  {-0x1.2f5db6p+23, -0x1.2c6fc2p+25, -0x1.934ddp+24, -0x1.0a1f92p+22,
                   -0x1.74748cp+17, -0x1.f639f8p+10, -0x1.ad01e6p+1},
                  {0x1.7c9e6p+23, 0x1.422274p+26, 0x1.8d830ap+26, 0x1.0af144p+25, 0x1.b340b6p+21,
                   0x1.a61192p+16, 0x1.a0ea26p+9, 0x1p+0});
}

/// The same of many lanes, of which few are there, seldom in two registers; others are anything.
Lanes erfinvFar(const Lanes &x, const Lanes &v) {
  LaneBuilder &b = x.builder();
  const unsigned count = x.count(), width = b.processor.registerBytes / sizeOf(x.dtype());
  if (count <= width)
    return erfinvByLog(x, v);
  llvm::SmallVector<llvm::Value *> found;
  for (unsigned start = 0; start < count; start += width) {
    auto places = llvm::to_vector(llvm::seq<int>(start, start + width));
    auto part = [&](const Lanes &all) {
      return Lanes(b, all.dtype(), b.ir.CreateShuffleVector(all.value(), places));
    };
    Lanes some = part(x), theirs = part(v);
    found.push_back(selectRare(
                        ~(theirs >= nearStart), [&] { return erfinvByLog(some, theirs); }, some)
                        .value());
  }
  return {b, x.dtype(), llvm::concatenateVectors(b.ir, found)};
}

} // namespace

// 1 - x^2 is normal.
Lanes erfinvInside(const Lanes &x) {
  Lanes v = fma(-x, x, 1.0);
  return selectRare(~(v >= nearStart), [&] { return erfinvFar(x, v); }, erfinvNear(x, v));
}

// Infinite at -1 and 1, NaN outside of them.
Lanes erfinv(const Lanes &x) {
  Lanes y = erfinvInside(x), size = abs(x);
  Lanes end = select(size == 1.0, INFINITY, x.same(NAN));
  return copysign(select(size < 1.0, y, end), x); // of -0 too
}

} // namespace cotan::math
