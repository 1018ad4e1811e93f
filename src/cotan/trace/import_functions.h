// Functions beside a traced one, which its operations name, when it becomes a part of another.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace cotan::trace {

/// Copies the functions beside `function` into `to`, under names that are free there.
class ImportedFunctions {
public:
  ImportedFunctions(mlir::func::FuncOp function, mlir::ModuleOp to);

  /// Lets what `op` and the operations inside of it name be the copies.
  void rename(mlir::Operation *op) const;

private:
  llvm::DenseMap<mlir::StringAttr, mlir::StringAttr> names;
};

} // namespace cotan::trace
