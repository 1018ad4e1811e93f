// Calls of the functions of the runtime that ops name.
#pragma once

#include "cotan/codegen/program/emission.h"

namespace cotan {

class RuntimeCalls : OpEmitter {
public:
  using OpEmitter::OpEmitter;

  void emit(CallsRuntime op);
  /// Calls that need nothing of each other.
  void emitTogether(llvm::ArrayRef<CallsRuntime> calls);

private:
  /// What a function is called with, and where it writes to.
  struct Tables {
    llvm::Value *operands, *results, *numbers;
    llvm::SmallVector<llvm::Value *> places;
  };
  Tables fill(CallsRuntime op, const RuntimeCall &call, bool mayOverwrite);
};

} // namespace cotan
