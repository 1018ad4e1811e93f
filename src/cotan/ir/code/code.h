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
