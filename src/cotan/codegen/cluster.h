// Operators on their way into one kernel, and what may join them.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

/// The result of an op that is read: ops with several have been copied for each.
mlir::OpResult readResultOf(mlir::Operation *op);

/// A group of ops computed in loops over one space. Each op's result follows axes of the space; a
/// reduction's operand is the space itself, so its result has a number for each row: what is left
/// of the space without the reduced axes.
class Cluster {
public:
  /// Starts with the last op.
  explicit Cluster(mlir::Operation *root);

  mlir::Operation *root() const { return rootOp; }
  llvm::ArrayRef<mlir::Operation *> members() const { return ops; }
  bool contains(mlir::Operation *op) const { return follows.contains(op); }

  /// Adds `op`, whose results are read by members, if it fits; `isReadOutside` says whether others
  /// read it too.
  bool tryAdd(mlir::Operation *op, bool isReadOutside);
  /// Whether a cluster that reads nothing of this one fits into the same loops; and takes it in.
  bool canMerge(const Cluster &earlier) const;
  void merge(const Cluster &earlier);
  /// Adds a copy of a member of another cluster of the same space.
  void addCopy(mlir::Operation *copy, const Cluster &from, mlir::Operation *original);

  /// Whether a member has a number for each place of the space, or for each row of it.
  bool isWhole(mlir::Operation *member) const;
  bool isRow(mlir::Operation *member) const;
  mlir::RankedTensorType spaceType() const { return space; }

private:
  /// The axes of the space that the axes of `op`'s result follow, as the members read it. None if
  /// they read it in different or in no simple ways.
  Follows followsOf(mlir::Operation *op) const;
  bool fitsReduction(mlir::Operation *op, const Follows &axes) const;
  llvm::SmallVector<int64_t> outerAxes(size_t count) const;
  bool fitsFormula(mlir::Operation *op, const Follows &axes, bool isReadOutside) const;
  bool isWholeSpace(mlir::Type type, const Follows &axes) const;
  /// Whether axes are those of a row's numbers: what is left of the space without the reduced axes.
  bool isRow(mlir::Type type, const Follows &axes) const;
  /// The axes that a row's number of this rank follows; none if rows have no numbers of their own.
  Follows rowAxes(unsigned rank) const;
  /// Whether the space is that of the earlier cluster's rows.
  bool isRowsOf(const Cluster &earlier) const;
  bool readsAsMade(const Cluster &earlier) const;
  /// The axes along which rows are reduced where both clusters share loops. The others' reductions,
  /// if any, are then totals over rows. None if that does not fit.
  Follows commonReduced(const Cluster &earlier) const;
  bool readsTotals(const Cluster &earlier, llvm::ArrayRef<int64_t> rowAxes) const;
  bool sharesSizes(const Cluster &earlier) const;

  mlir::Operation *rootOp;
  mlir::RankedTensorType space;
  mlir::Value whole; // a value of that shape
  std::optional<llvm::SmallVector<int64_t>> reduced;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, Follows> follows; // of the result that is read
};

} // namespace cotan
