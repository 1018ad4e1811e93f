// Functions among several: their number, and branches on it.
#pragma once

#include "cotan/closures/parts.h"

#include <functional>

namespace cotan {

class Choices {
public:
  using Values = llvm::SmallVector<mlir::Value>;
  using Make = std::function<Values()>;

  Choices(mlir::OpBuilder &ops, FunctionParts &parts) : ops(ops), parts(parts) {}

  /// A value that is one of the functions `from`, as one of `to`, which has them all.
  Values widened(llvm::ArrayRef<mlir::Value> given, const FunctionSet &from, const FunctionSet &to,
                 mlir::Location loc);
  /// A branch on `index`; each case makes its results.
  mlir::ValueRange branch(mlir::Value index, mlir::TypeRange results, llvm::ArrayRef<Make> cases,
                          mlir::Location loc);

private:
  mlir::Value numberAmong(const FunctionSet &from, const FunctionSet &to,
                          llvm::ArrayRef<mlir::Value> given, mlir::Location loc);
  mlir::Value integer(int64_t value, mlir::Location loc);

  mlir::OpBuilder &ops;
  FunctionParts &parts;
};

} // namespace cotan
