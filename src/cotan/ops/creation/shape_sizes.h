// The sizes of results whose shape is an operand.
#pragma once

#include "cotan/ir/lowering/element.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

/// The sizes of `result`, the open ones from the vector that is operand `shape`, if there is one.
Sizes sizesFromShape(SizeBuilder &b, mlir::RankedTensorType result, mlir::Value value,
                     unsigned shape);

/// The size of the result along an axis, while an element of it is computed; i64.
Lanes sizeFromShape(Element &x, mlir::RankedTensorType result, unsigned shape, unsigned axis);

} // namespace cotan
