// The fn dialect: functions as values. What each op means: fn.td.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "cotan/ir/fn/fn_dialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "cotan/ir/fn/fn_types.h.inc"

#define GET_OP_CLASSES
#include "cotan/ir/fn/fn_ops.h.inc"

namespace cotan::fn {

/// On a function that is going to be a derivative: which one, of which function ("of"), with
/// respect to what (closures/derived.h).
inline constexpr llvm::StringLiteral derivedMark = "fn.derived";

inline bool isFunction(mlir::Type type) { return mlir::isa<FunctionType>(type); }

/// The branch that `choice` decides; `make` says what it gives for each of the functions.
mlir::Operation *
branchOf(mlir::OpBuilder &builder, SwitchOp choice, mlir::Location loc, mlir::TypeRange results,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value function)> make);

/// Whether a function has function values, as arguments and results or in its body.
bool usesFunctionValues(mlir::func::FuncOp function);

} // namespace cotan::fn
