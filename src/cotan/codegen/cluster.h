// Operators on their way into one kernel, and what may join them.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace cotan {

/// The result of an op that is read: ops with several have been copied for each.
mlir::OpResult readResultOf(mlir::Operation *op);

/// The ops of a block that are worth computing row by row, all numbers of a row in registers.
class RowOps {
public:
  RowOps() = default;
  explicit RowOps(mlir::Block &block);

  /// How many rows the result of `op` has; 0 for other ops.
  int64_t rowsOf(mlir::Operation *op) const { return rows.lookup(op); }

private:
  void dropCheapGroups();

  llvm::MapVector<mlir::Operation *, int64_t> rows;
  llvm::EquivalenceClasses<mlir::Operation *> groups; // that read rows of each other
};

/// A group of ops computed in loops over one space. Each op's result follows axes of the space; a
/// reduction's operand is the space itself, so its result has a number for each row: what is left
/// of the space without the reduced axes.
class Cluster {
public:
  /// Starts with the last op.
  Cluster(mlir::Operation *root, const RowOps &rowOps);

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
  /// Whether a loop goes over rows, and members share nothing but the number of these.
  bool isByRows() const { return byRows; }
  /// Decides about that when all members are there.
  void settle();

private:
  /// The axes of the space that the axes of `op`'s result follow, as the members read it. None if
  /// they read it in different or in no simple ways.
  Follows followsOf(mlir::Operation *op) const;
  bool fitsReduction(mlir::Operation *op, const Follows &axes) const;
  llvm::SmallVector<int64_t> outerAxes(size_t count) const;
  bool fitsFormula(mlir::Operation *op, const Follows &axes, bool isReadOutside) const;
  bool isReadAsOften(mlir::Operation *op) const;
  /// At how many different places of one element's code the members may read it.
  unsigned copiesFor(mlir::Operation *op) const;
  bool isWholeSpace(mlir::Type type, const Follows &axes) const;
  /// Whether axes are those of a row's numbers: what is left of the space without the reduced axes.
  bool isRow(mlir::Type type, const Follows &axes) const;
  /// The axes that a row's number of this rank follows; none if rows have no numbers of their own.
  Follows rowAxes(unsigned rank) const;
  /// Whether a member reads it so: sizes that are only known at run time are the same in both then.
  bool readsElementByElement(mlir::Operation *op) const;
  /// Whether the space is that of the earlier cluster's rows.
  bool isRowsOf(const Cluster &earlier) const;
  bool readsAsMade(const Cluster &earlier) const;
  /// The axes along which rows are reduced where both clusters share loops. The others' reductions,
  /// if any, are then totals over rows. None if that does not fit.
  Follows commonReduced(const Cluster &earlier) const;
  bool readsTotals(const Cluster &earlier, llvm::ArrayRef<int64_t> rowAxes) const;
  bool sharesSizes(const Cluster &earlier) const;
  bool canMergeSpaces(const Cluster &earlier) const;
  void mergeSpaces(const Cluster &earlier);
  bool tryAddToSpace(mlir::Operation *op, bool isReadOutside);

  //--- by rows (cluster_rows.cpp)
  bool readsRowsOf(mlir::Operation *op) const;
  int64_t numbersOfRow() const;
  bool hasNarrowRows() const;
  bool tryAddByRows(mlir::Operation *op, bool isReadOutside);
  bool canMergeByRows(const Cluster &earlier) const;
  void mergeByRows(const Cluster &earlier);

  mlir::Operation *rootOp;
  const RowOps &rowOps;
  mlir::RankedTensorType space;
  mlir::Value whole; // a value of that shape
  std::optional<llvm::SmallVector<int64_t>> reduced;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, Follows> follows; // of the result that is read
  llvm::DenseMap<mlir::Operation *, unsigned> copies; // of the code of members that follow no axes
  int64_t rows = 0; // how many all members have, if they can be computed row by row
  bool byRows = false;
};

} // namespace cotan
