// A traced function that becomes a part of another, and the functions beside it, which its
// operations name.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// The function as one of another module's context, and copies of those beside it in that module,
/// under names that are free there.
class ImportedFunction {
public:
  ImportedFunction(const TracedFunction &traced, mlir::ModuleOp to);

  /// The function itself is in no module of the others yet.
  mlir::func::FuncOp function() const { return imported; }
  /// Lets what `op` and the operations inside of it name be the copies.
  void rename(mlir::Operation *op) const;

private:
  std::optional<OwnedProgram> copied; // if it was written in another context
  mlir::func::FuncOp imported;
  llvm::DenseMap<mlir::StringAttr, mlir::StringAttr> names;
};

} // namespace cotan::trace
