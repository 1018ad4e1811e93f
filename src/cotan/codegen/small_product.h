// Machine code of products of small matrices, without a call of the runtime.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/lowering/processor.h"

#include "llvm/IR/Module.h"

namespace cotan {

/// Whether the matrices are small enough for code of their own.
bool isSmallProduct(const MatrixProduct &product, DType dtype);

/// Whether code made for these sizes is faster than the runtime's and the way to it. That pads the
/// columns to whole registers and takes some ten nanoseconds to find its code.
bool hasOwnCode(const MatrixProduct &product, DType dtype, const Processor &processor);

/// How many pieces the work can be split into.
int64_t piecesOf(const MatrixProduct &product);

/// Adds a function to `module` that sets c to a b, row by row in memory, for some of the pieces;
/// slots are where a, b and c lie:
///
///   void product(const int64_t *slots, int64_t begin, int64_t end)
llvm::Function *emitProduct(const MatrixProduct &product, DType dtype, llvm::StringRef name,
                            llvm::Module &module, const Processor &processor);

} // namespace cotan
