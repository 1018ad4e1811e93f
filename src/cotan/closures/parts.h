// What a function value of a kind consists of.
#pragma once

#include "cotan/closures/kinds.h"

namespace cotan {

/// The tensors that stand for function values: first, if there are several functions, the number of
/// the one it is; then, for each of them, what it has captured. What the others have captured is
/// zero.
class FunctionParts {
public:
  using Types = llvm::SmallVector<mlir::Type, 2>;

  explicit FunctionParts(const FunctionKinds &kinds) : kinds(kinds) {}

  /// Of a value of this kind.
  llvm::ArrayRef<mlir::Type> typesOf(unsigned kind);
  /// Of any value: what it is itself, if it is not a function.
  Types typesOf(mlir::Value value);
  Types typesOf(mlir::ValueRange values);
  /// Where what maker `number` has captured is among the parts, and how many of them it takes.
  std::pair<unsigned, unsigned> capturedBy(unsigned kind, unsigned number);

private:
  const FunctionKinds &kinds;
  llvm::DenseMap<unsigned, Types> known;
};

} // namespace cotan
