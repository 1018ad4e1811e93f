// What formulas of functions are made of. Only math*.cpp include this.
//
// Coefficients are from math.sollya. A formula never tests for NaN: every choice is made such that
// NaN, for which no comparison holds, takes the branch that computes with it.
#pragma once

#include "cotan/ir/lowering/lanes.h"

#include <cmath>
#include <numbers>

namespace cotan::math {

inline Lanes fma(const Lanes &x, double y, const Lanes &z) { return cotan::fma(x, x.same(y), z); }
inline Lanes fma(const Lanes &x, const Lanes &y, double z) { return cotan::fma(x, y, x.same(z)); }
inline Lanes fma(const Lanes &x, double y, double z) { return cotan::fma(x, x.same(y), x.same(z)); }
using cotan::fma;

/// Coefficients of the highest power first. By Estrin's scheme, in which fewer steps wait for each
/// other than in Horner's; but the last step, whose rounding counts most, is Horner's.
inline Lanes polynomial(const Lanes &x, llvm::ArrayRef<double> coefficients) {
  llvm::SmallVector<Lanes> parts =
      llvm::map_to_vector(llvm::reverse(coefficients.drop_back()),
                          [&](double coefficient) { return x.same(coefficient); });
  for (Lanes power = x; parts.size() > 1; power = power * power) {
    const size_t pairs = parts.size() / 2;
    for (size_t i = 0; i < pairs; ++i)
      parts[i] = fma(power, parts[2 * i + 1], parts[2 * i]);
    if (parts.size() % 2)
      parts[pairs] = parts.back();
    parts.truncate(llvm::divideCeil(parts.size(), 2));
  }
  return fma(x, parts[0], coefficients.back());
}

inline const Processor &processorOf(const Lanes &x) { return x.builder().processor; }

inline bool isDouble(const Lanes &x) { return x.dtype() == DType::f64; }

// The bits of a number.
inline DType bitsType(const Lanes &x) { return isDouble(x) ? DType::i64 : DType::i32; }
inline int mantissaBits(const Lanes &x) { return isDouble(x) ? 52 : 23; }
inline Lanes bitsOf(const Lanes &x) { return bitcast(x, bitsType(x)); }

/// Adding this rounds to a whole number, which then stands in the lowest bits.
inline double roundingShift(const Lanes &x) { return std::ldexp(1.5, mantissaBits(x)); }

/// x * 2^n, where n + roundingShift is given; x and the result must be normal, but where there is
/// an instruction results may overflow.
Lanes scale(const Lanes &x, const Lanes &shifted);
/// The same for 2^-20 < |x| < 2; the result may be too small for a normal number, or infinite.
Lanes scaleToAny(const Lanes &x, const Lanes &shifted);

/// The nearest number within bounds; NaN stays.
Lanes between(const Lanes &x, double least, double most);

/// A number as the sum of a float and a small rest.
struct Sum {
  Lanes high, low;
};

/// e^(x + rest) = 2^n * (1 + w). The rest is much smaller than x, or nothing.
struct ExpParts {
  Lanes shifted; // n + roundingShift
  Lanes w;       // e^r - 1 for |r| <= ln(2) / 2
};
ExpParts expParts(const Lanes &x, const Lanes &rest = {});
/// e^x where it is a normal number.
Lanes expInRange(const Lanes &x);

/// x = 2^n (1 + f) with -1/3 <= f < 1/3; n is a float. x is positive and finite.
struct LogParts {
  Lanes n, f;
};
LogParts logParts(const Lanes &x);

// The functions, of f32 and f64.
Lanes exp(const Lanes &x);
Lanes exp2(const Lanes &x);
Lanes expm1(const Lanes &x);
Lanes sinh(const Lanes &x);
Lanes cosh(const Lanes &x);
Lanes tanh(const Lanes &x);
Lanes log(const Lanes &x);
/// The same of positive numbers that are finite and normal, to some 2^-53 or 2^-24, however small
/// it is, without a division; of others some number. Coefficients: math_erfinv.py.
Lanes logOfNormal(const Lanes &x);
Lanes log2(const Lanes &x);
Lanes log1p(const Lanes &x);
Lanes sin(const Lanes &x);
Lanes cos(const Lanes &x);
Lanes erfinv(const Lanes &x);
/// The same where |x| < 1.
Lanes erfinvInside(const Lanes &x);
Lanes pow(const Lanes &x, const Lanes &y);

// The functions, of f32.
Lanes erf(const Lanes &x);
Lanes erfc(const Lanes &x);

} // namespace cotan::math
