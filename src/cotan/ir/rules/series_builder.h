// What a rule for Taylor coefficients is written in.
//
//   Values DivOp::taylor(SeriesBuilder &b, unsigned k) { // z y = x
//     return {(b.coefficient(getX(), k) - sumOfProducts(b, getY(), getZ(), k, 1)) / b(getY())};
//   }
//
// A value x moves along a curve x_0 + x_1 t + x_2 t^2 + ...; x_0 is the value itself. Coefficients
// are normalised: x_k is the k-th derivative at t = 0 divided by k!.
#pragma once

#include "cotan/ir/rules/rule_builder.h"

namespace cotan {

class SeriesBuilder : public RuleBuilder {
public:
  using RuleBuilder::RuleBuilder;

  /// Coefficient `k` of a value; nothing where it is known to be zero.
  virtual Expr coefficient(mlir::Value value, unsigned k) = 0;
  /// `x`, which the rule has just built, as a value whose coefficients can be asked for. What is
  /// equal and built for another coefficient, or by another rule, is the same value.
  virtual Expr shared(const Expr &x) = 0;
};

} // namespace cotan
