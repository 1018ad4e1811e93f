// The code dialect; see code.td.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "cotan/ir/code/code_dialect.h.inc"

#define GET_OP_CLASSES
#include "cotan/ir/code/code_ops.h.inc"

namespace cotan {

/// Whether the operand is read at the places along its first axis that the result is computed for.
bool keepsRows(mlir::OpOperand &operand);
/// Whether a number of the result is made from a formula where rows are computed one by one: of
/// views, and of calls that say so, too.
bool hasFormulaOfRows(mlir::Operation *op);

} // namespace cotan
