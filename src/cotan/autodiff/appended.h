// What a derivative adds to a function: arguments and results, each marked with its order. They
// come all at once: the context would keep the type, and the marks, of each step between.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Adds arguments of these types, of these orders; answers them.
mlir::Block::BlockArgListType appendArguments(mlir::func::FuncOp function, mlir::TypeRange types,
                                              llvm::ArrayRef<unsigned> orders);

/// Lets the function return these values, of these orders, too.
void appendResults(mlir::func::FuncOp function, mlir::ValueRange values,
                   llvm::ArrayRef<unsigned> orders);

} // namespace cotan
