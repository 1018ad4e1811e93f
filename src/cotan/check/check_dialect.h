// The check dialect: expected values inside programs. What each op and attribute means: check.td.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "cotan/check/check_dialect.h.inc"

#define GET_OP_CLASSES
#include "cotan/check/check_ops.h.inc"
