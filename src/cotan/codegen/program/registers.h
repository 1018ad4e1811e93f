// The registers that values consist of where they go from block to block, or onto a stack: pointers
// of tensors and stacks, sizes that are open, numbers.
#pragma once

#include "cotan/codegen/program/values.h"

namespace cotan {

using Registers = llvm::SmallVector<llvm::Value *>;

llvm::SmallVector<llvm::Type *> registerTypes(mlir::Type type, ProgramValues &values);
Registers registersOf(mlir::Value value, ProgramValues &values);
/// The value is made of these from here on.
void setRegisters(mlir::Value value, llvm::ArrayRef<llvm::Value *> registers,
                  ProgramValues &values);

} // namespace cotan
