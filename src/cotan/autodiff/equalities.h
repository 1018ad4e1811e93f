// What is known to be equal: values, and the numbers of turns of loops (with their direction).
#pragma once

#include "cotan/ir/flow/flow.h"

#include "llvm/ADT/EquivalenceClasses.h"

namespace cotan {

/// The value that `value` is the negation of, element by element; null if it is none.
mlir::Value negatedBy(mlir::Value value);

class Equalities {
public:
  void join(mlir::Value a, mlir::Value b) { values.unionSets(a, b); }
  /// Whether they are known to be equal, or computed alike of values that are.
  bool areEqual(mlir::Value a, mlir::Value b) const;

  /// Notes that `a` and `b` run equally often, in opposite directions.
  void joinOpposite(mlir::Operation *a, mlir::Operation *b);
  /// Whether that is known, for loops of one kind.
  bool areOpposite(mlir::Operation *a, mlir::Operation *b);

private:
  bool isKnown(mlir::Value a, mlir::Value b) const;
  mlir::Value withoutDoubleNegation(mlir::Value value) const;

  struct Direction {
    mlir::Operation *root;
    bool opposite;
  };
  Direction find(mlir::Operation *loop);

  llvm::EquivalenceClasses<mlir::Value> values;
  llvm::DenseMap<mlir::Operation *, Direction> parents;
};

} // namespace cotan
