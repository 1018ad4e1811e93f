// The flow dialect: structured control flow and stacks. What each op means: flow.td.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace cotan::flow {

/// What is printed and asserted happens in the order of the program.
struct Output : mlir::SideEffects::Resource::Base<Output> {
  llvm::StringRef getName() final { return "output"; }
};

} // namespace cotan::flow

#include "cotan/ir/flow/flow_dialect.h.inc"
#include "cotan/ir/flow/flow_interfaces.h.inc"

#define GET_TYPEDEF_CLASSES
#include "cotan/ir/flow/flow_types.h.inc"

#define GET_OP_CLASSES
#include "cotan/ir/flow/flow_ops.h.inc"

namespace cotan::flow {

inline bool isStack(mlir::Value value) { return llvm::isa<StackType>(value.getType()); }

/// How many turns a `flow.for` of these bounds runs; the step is not 0.
uint64_t tripCount(int64_t lower, int64_t upper, int64_t step);

} // namespace cotan::flow
