// What values of a type are in generated code.
#pragma once

#include "cotan/support/dtype.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

bool isStack(mlir::Type type);
/// Whether it is in memory. A 0-d tensor is a number in a register, but for a complex one.
bool isTensor(mlir::Type type);
/// Of a tensor or a number.
DType elementType(mlir::Type type);

} // namespace cotan
