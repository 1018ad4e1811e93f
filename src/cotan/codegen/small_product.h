// Machine code of one product of small matrices, without a call of the runtime.
#pragma once

#include "cotan/codegen/target.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "llvm/IR/Module.h"

namespace cotan {

/// Whether code made for these sizes is faster than libxsmm's and the way to it. libxsmm pads the
/// columns to whole registers and takes some ten nanoseconds to find its code.
bool isSmallProduct(const MatrixProduct &product, DType dtype, const VectorUnit &unit);

/// Adds a function to `module` that sets c to a b, row by row in memory:
///
///   void product(const T *a, const T *b, T *c)
llvm::Function *emitProduct(const MatrixProduct &product, DType dtype, llvm::StringRef name,
                            llvm::Module &module, const VectorUnit &unit);

} // namespace cotan
