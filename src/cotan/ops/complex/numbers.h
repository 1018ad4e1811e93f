// Functions of complex numbers in parts. Branch cuts and signs of zeros are those of C (Annex G);
// after W. Kahan, "Branch Cuts for Complex Elementary Functions", 1987.
#pragma once

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/op_rules.h"

namespace cotan {

Complex operator*(const Complex &z, const Complex &w);
/// Without overflow on the way: R. L. Smith, "Algorithm 116: Complex division", 1962.
Complex quotient(const Complex &z, const Complex &w);
/// The root with a real part that is not negative.
Complex root(const Complex &z);
/// i z, and z / i.
Complex timesI(const Complex &z);
Complex overI(const Complex &z);

/// Whether the sign is that of negative numbers; -0 is such.
Expr isNegative(const Expr &x);
/// The size of x, which is not negative, with the sign of y.
Expr withSign(const Expr &x, const Expr &y);
/// The largest power of two whose square is finite, about.
double largeOf(const Expr &x);

/// log(|z|), accurate near |z| = 1 too.
Expr logOfSize(const Complex &z);
/// exp(x) times y, |y| at most 1: finite where that is.
Expr expTimes(const Expr &x, const Expr &y);

Complex exponential(const Complex &z);
Complex sine(const Complex &z);
Complex cosine(const Complex &z);
Complex hyperbolicTangent(const Complex &z);
Complex arcSine(const Complex &z);
Complex areaTangent(const Complex &z);

} // namespace cotan
