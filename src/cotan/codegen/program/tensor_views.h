// Tensors as functions of the runtime see them.
#pragma once

#include "cotan/codegen/program/functions.h"
#include "cotan/codegen/program/values.h"

namespace cotan {

class TensorViews {
public:
  TensorViews(Functions &functions, ProgramValues &values)
      : functions(functions), ir(functions.ir), values(values) {}

  /// An array of what an op reads; numbers lie on the stack.
  llvm::Value *of(mlir::ValueRange operands);
  /// Fills in TensorView `index` of an array.
  void store(mlir::Value value, llvm::Value *data, llvm::Value *views, unsigned index);

private:
  llvm::Value *spill(const Lanes &x);

  Functions &functions;
  llvm::IRBuilder<> &ir;
  ProgramValues &values;
};

} // namespace cotan
