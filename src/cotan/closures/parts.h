// What function values consist of.
#pragma once

#include "cotan/closures/kinds.h"

namespace cotan {

/// The tensors that stand for a function value: first, if it may be several functions, the number
/// of the one it is among them; then, for each of them, what it has captured. What the others have
/// captured is zero.
class FunctionParts {
public:
  using Types = llvm::SmallVector<mlir::Type, 2>;

  explicit FunctionParts(const FunctionKinds &kinds) : kinds(kinds) {}

  /// Of a value that may be these functions.
  Types typesOf(const FunctionSet &set);
  /// Of any value: what it is itself, if it is not a function.
  Types typesOf(mlir::Value value);
  Types typesOf(mlir::ValueRange values);
  /// Of what a function has captured.
  const Types &capturedBy(unsigned closed);

private:
  const FunctionKinds &kinds;
  llvm::DenseMap<unsigned, Types> known;
};

} // namespace cotan
