// What function values consist of.
#pragma once

#include "cotan/closures/kinds.h"

namespace cotan {

/// The tensors that stand for a function value: first, if it may be several functions, the number
/// of the one it is among them; then, for each of them, what it has captured, or, of one that may
/// have captured itself, the row where that is kept (environments.h). What stands for the others is
/// zero.
class FunctionParts {
public:
  using Types = llvm::SmallVector<mlir::Type, 2>;

  FunctionParts(const FunctionKinds &kinds, mlir::MLIRContext *context);

  /// Of a value that may be these functions.
  Types typesOf(const FunctionSet &set);
  /// Of any value: what it is itself, if it is not a function.
  Types typesOf(mlir::Value value);
  Types typesOf(mlir::ValueRange values);
  /// Of a value that is this function.
  const Types &typesOf(unsigned closed);
  /// Of what a function has captured.
  const Types &capturedBy(unsigned closed);

private:
  const FunctionKinds &kinds;
  llvm::DenseMap<unsigned, Types> captured;
  const Types integer; // the number of a function, or of a row
};

} // namespace cotan
