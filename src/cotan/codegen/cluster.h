// Operators on their way into one kernel, and what may join them.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

/// A group of ops computed in loops over one space. Each op's result follows axes of the space; a
/// reduction's operand is the space itself, so its result has a number for each row: what is left of
/// the space without the reduced axes.
class Cluster {
public:
  /// Starts with the last op; the kernel will stand in its place.
  Cluster(mlir::Operation *root, unsigned position);

  unsigned position() const { return rootPosition; }
  mlir::Operation *root() const { return rootOp; }
  llvm::ArrayRef<mlir::Operation *> members() const { return ops; }
  bool contains(mlir::Operation *op) const { return follows.contains(op); }

  /// Adds `op`, whose results are read by members, if it fits; `isReadOutside` says whether others
  /// read it too.
  bool tryAdd(mlir::Operation *op, bool isReadOutside);

private:
  /// The axes of the space that the axes of `op`'s result follow, as the members read it. None if
  /// they read it in different or in no simple ways.
  Follows followsOf(mlir::Operation *op) const;
  bool fitsReduction(mlir::Operation *op, const Follows &axes) const;
  bool fitsFormula(mlir::Operation *op, const Follows &axes, bool isReadOutside) const;
  bool isWholeSpace(mlir::Type type, const Follows &axes) const;

  mlir::Operation *rootOp;
  unsigned rootPosition;
  mlir::RankedTensorType space;
  std::optional<llvm::SmallVector<int64_t>> reduced;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, Follows> follows; // of the (only) result
};

} // namespace cotan
