// Functions of complex numbers in parts. Branch cuts, signs of zeros, infinities and NaN are those
// of C (Annex G); after W. Kahan, "Branch Cuts for Complex Elementary Functions", 1987.
#pragma once

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/op_rules.h"

namespace cotan {

Complex operator*(const Complex &z, const Complex &w);
Complex operator*(const Complex &z, double x);
/// Without overflow on the way: R. L. Smith, "Algorithm 116: Complex division", 1962.
Complex quotient(const Complex &z, const Complex &w);
/// The root with a real part that is not negative.
Complex root(const Complex &z);
/// i z, and z / i.
Complex timesI(const Complex &z);
Complex overI(const Complex &z);

/// log(|z|), accurate near |z| = 1 too.
Expr logOfSize(const Complex &z);

Complex logarithm(const Complex &z);
Complex exponential(const Complex &z);
Complex exponentialLessOne(const Complex &z);
Complex hyperbolicSine(const Complex &z);
Complex hyperbolicCosine(const Complex &z);
Complex hyperbolicTangent(const Complex &z);
Complex arcSine(const Complex &z);
Complex arcCosine(const Complex &z);
Complex areaCosine(const Complex &z);
Complex areaTangent(const Complex &z);

} // namespace cotan
