// sinh, cosh and tanh, of e^|x|.
#include "cotan/ir/lowering/math_parts.h"

namespace cotan::math {

namespace {

/// e^|x| in parts. `quarter` is 2^n / 4, which is a number where sinh and cosh have just become
/// infinite; beyond, |x| counts for no more.
struct Growth {
  Lanes quarter, w;

  explicit Growth(const Lanes &x) {
    const double most = isDouble(x) ? 710.5 : 89.5;
    Lanes size = abs(x);
    ExpParts parts = expParts(select(size > most, most, size));
    quarter = scale(x.same(0.25), parts.shifted);
    w = parts.w;
  }
};

/// (sinh(x) - x) / x^3 for |x| < 1, of z = x^2: the series.
Lanes sinhCurve(const Lanes &z) {
  llvm::SmallVector<double> coefficients;
  double factorial = 1;
  for (int n = 3; n <= (isDouble(z) ? 19 : 11); n += 2) {
    factorial *= n * (n - 1);
    coefficients.push_back(1 / factorial);
  }
  std::reverse(coefficients.begin(), coefficients.end());
  return polynomial(z, coefficients);
}

/// (tanh(x) - x) / x^3 near 0, of z = x^2.
Lanes tanhCurve(const Lanes &z) {
  if (isDouble(z))
    return polynomial(z, {/*f64 tanh*/ -0x1.4709c2bd555dbp-16, 0x1.5d71385dfab3ap-14,
                          -0x1.e96e9aaa7d05fp-13, 0x1.34838ed8def4bp-11, -0x1.7d8fcf79b25dep-10,
                          0x1.d6d29b3a9be7ep-9, -0x1.226e2f11e98b2p-7, 0x1.664f4859598d1p-6,
                          -0x1.ba1ba1b97d0ep-5, 0x1.1111111110794p-3, -0x1.555555555554fp-2});
  return polynomial(
      z, {/*f32 tanh*/ -0x1.9a79bap-8, 0x1.5918a4p-6, -0x1.b92358p-5, 0x1.110dp-3, -0x1.55554ap-2});
}

} // namespace

// With h = e^|x| / 2 - 1/2: h + h / (2h + 1), whose second part is no quotient of infinities.
Lanes sinh(const Lanes &x) {
  Lanes z = x * x, small = fma(x * z, sinhCurve(z), x);
  Growth e(x);
  Lanes h = 2.0 * fma(e.quarter, e.w, e.quarter - 0.25);
  Lanes large = h + (0.5 - 0.5 / fma(h, 2.0, 1.0));
  return copysign(select(abs(x) > 1.0, large, small), x); // of -0 too
}

Lanes cosh(const Lanes &x) {
  Growth e(x);
  Lanes h = 2.0 * fma(e.quarter, e.w, e.quarter);
  return h + 0.25 / h;
}

// An odd polynomial near 0, elsewhere 1 - 2 / (e^2x + 1).
Lanes tanh(const Lanes &x) {
  Lanes size = abs(x), z = x * x, small = fma(x * z, tanhCurve(z), x);
  const double most = isDouble(x) ? 20 : 10;
  Lanes bounded = select(size > most, most, size);
  Lanes large = 1.0 - 2.0 / (1.0 + expInRange(2.0 * bounded));
  return copysign(select(size > 0.55, large, small), x); // of -0 too
}

} // namespace cotan::math
