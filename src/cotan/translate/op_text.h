// Operations as text. Which they are does not matter: each has a name, attributes and types.
#pragma once

#include "mlir/IR/Operation.h"

#include <string>

namespace cotan::forms {

/// `tensor<f64>`, or `(tensor<f64>, tensor<i64>)` of several, or `()`.
std::string typesText(mlir::TypeRange types);
std::string typeText(mlir::Type type);

/// ` {axis = 0 : i64}` as MLIR writes it, empty if there are none.
std::string attributesText(mlir::Operation *op);

/// The value of a constant, as MLIR writes it; empty if `op` is none.
std::string constantText(mlir::Operation *op);

/// The value that `value` is another type of: a number and a tensor without axes are the same in
/// all forms, so that what leads from one to the other is not shown.
mlir::Value sameValue(mlir::Value value);
/// Whether `op` only leads from one to the other.
bool isSameValue(mlir::Operation *op);

} // namespace cotan::forms
