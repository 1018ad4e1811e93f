// Ops on complex numbers, said of their real and imaginary parts: machine code knows real numbers
// alone.
#pragma once

#include "cotan/ir/rules/rule_builder.h"

namespace cotan {

/// A complex number in parts.
struct Complex {
  Expr re, im;
};

bool isComplexTensor(mlir::Type type);
/// The element type of the parts of complex numbers, and the other way; null of other types.
mlir::Type partTypeOf(mlir::Type element);
mlir::Type complexTypeOf(mlir::Type part);
Complex partsOf(const Expr &z);
Expr joined(const Complex &z);

/// Whether the op has operands or results of complex numbers and is said of their parts.
bool isOfComplexParts(mlir::Operation *op);
/// The results, made of the parts of the operands: by the op's own rule, or part by part, as it is
/// linear in them or a product of them. An empty answer declines.
Values splitComplex(mlir::Operation *op, RuleBuilder &b);

} // namespace cotan
