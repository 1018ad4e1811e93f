// Names of values that stay while a program changes: a pass that removes one op would otherwise
// rename all values after it.
#pragma once

#include "mlir/IR/OperationSupport.h"

namespace cotan {

class ValueNames {
public:
  /// The name of an op's results, or of a block's argument.
  std::string of(mlir::Operation *op);
  std::string of(mlir::BlockArgument argument);

private:
  /// What lies at an address: memory of what was erased serves again.
  struct Holder {
    const void *kind, *location, *type;
    unsigned number;
  };
  std::string nameOf(const void *address, Holder holder);

  llvm::DenseMap<const void *, Holder> holders;
  unsigned next = 0;
};

} // namespace cotan
