// The types of a function's arguments and results, as a run asks for them.
#pragma once

#include "cotan/support/array.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// MLIR keeps them as attributes, through which a run of a microsecond would go several times.
struct CallTypes {
  explicit CallTypes(mlir::func::FuncOp function);

  struct Argument {
    std::optional<DType> dtype; // none of what no array can be given for
    llvm::SmallVector<int64_t> shape;
    bool isDonated;
  };
  struct Result {
    std::optional<DType> dtype; // none of a stack
    size_t rank;
  };
  llvm::SmallVector<Argument> arguments;
  llvm::SmallVector<Result> results;
  size_t axesOfResults = 0; // of all together
  size_t stacks = 0;        // the last of the results

  /// Whether these are all arguments, of the right types. Why not, `checkInputs` says.
  bool canBeCalledWith(llvm::ArrayRef<Array> inputs) const;
};

} // namespace cotan
