// Machine code of products of small matrices, without a call of the runtime.
#pragma once

#include "cotan/codegen/target.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "llvm/IR/Module.h"

namespace cotan {

/// Whether the matrices are small enough for code of their own.
bool isSmallProduct(const MatrixProduct &product, DType dtype);

/// Whether code made for these sizes is faster than libxsmm's and the way to it. libxsmm pads the
/// columns to whole registers and takes some ten nanoseconds to find its code.
bool hasOwnCode(const MatrixProduct &product, DType dtype, const VectorUnit &unit);

/// How many pieces the work can be split into.
int64_t piecesOf(const MatrixProduct &product);

/// Adds a function to `module` that sets c to a b, row by row in memory, for some of the pieces;
/// slots are where a, b and c lie:
///
///   void product(const int64_t *slots, int64_t begin, int64_t end)
llvm::Function *emitProduct(const MatrixProduct &product, DType dtype, llvm::StringRef name,
                            llvm::Module &module, const VectorUnit &unit);

} // namespace cotan
