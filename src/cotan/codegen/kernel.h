// Machine code of a `code.kernel`: one function with its loops.
#pragma once

#include "cotan/codegen/effort.h"
#include "cotan/ir/code/code.h"
#include "cotan/ir/lowering/lanes.h"
#include "cotan/ir/lowering/processor.h"

#include "llvm/IR/Module.h"

namespace cotan {

/// Work for about ten microseconds, in elements times ops: what is worth a thread.
constexpr int64_t workOfThread = 1 << 17;

/// What is less than this is done without asking whether the thread is interrupted.
constexpr int64_t workAtOnce = 2 * workOfThread;

/// How the function of a kernel is called:
///
///   void kernel(const int64_t *slots, int64_t begin, int64_t end)
///
/// A slot holds a pointer to a tensor's elements or, for a 0-d operand, the element itself; after
/// the operands come the results' pointers, then every size the program leaves open, of every
/// value in the kernel, in order, and then memory for each of `partials`. Work is split by `begin`
/// and `end`.
struct KernelSignature {
  KernelSignature(code::KernelOp kernel, LaneBuilder &lanes);

  /// A value of the kernel and one of its axes.
  using Axis = std::pair<mlir::Value, unsigned>;
  /// The sizes that are handed over.
  llvm::SmallVector<Axis> openSizes;
  /// The axes whose sizes multiplied are the number of pieces work can be split into, if a piece is
  /// one row.
  llvm::SmallVector<Axis> splitAxes;
  int64_t rowsPerPiece = 1;
  bool isSplitInColumns = false; // of one row
  /// What each piece keeps for the totals: `partialLength` numbers of each of these types.
  llvm::SmallVector<DType> partials;
  int64_t partialLength = 0;
};

/// The space a kernel's loops go through, and which of its axes are reduced.
struct KernelSpace {
  explicit KernelSpace(code::KernelOp kernel);

  mlir::Value value; // a value that has all axes
  llvm::SmallVector<int64_t> reduced;
  /// Reductions along all axes but the last, next to others along the last: they are known when all
  /// rows are done. Nothing in the kernel reads them.
  llvm::SmallVector<mlir::Operation *> totals;
  /// Whether the axes may be taken as one: each element is computed from those at its own place.
  bool isFlat;
  /// Whether the only loop is along the first axis, all else being known places in a row.
  bool isByRows;
  /// Whether the last axis has so few places, as that of the parts of complex numbers, that lanes
  /// lie along the one before: what is stored are vectors of each of its places, interleaved.
  bool isInterleaved = false;

  unsigned rank() const { return llvm::cast<mlir::RankedTensorType>(value.getType()).getRank(); }
  bool isReduced(int64_t axis) const { return llvm::is_contained(reduced, axis); }
  bool isTotal(mlir::Value x) const { return llvm::is_contained(totals, x.getDefiningOp()); }
  /// The axis that lanes lie along, if there is one.
  int64_t laneAxis() const { return int64_t(rank()) - 1 - isInterleaved; }
  /// Rows: the axes that are neither reduced nor that of lanes, or behind it.
  llvm::SmallVector<int64_t> rowAxes() const;
};

/// Adds the function to `module` under `name`. `isRead` says of each result whether the program
/// reads it again: what is large and not read is written past the caches.
llvm::Function *emitKernel(code::KernelOp kernel, llvm::StringRef name, llvm::Module &module,
                           const Processor &processor, llvm::ArrayRef<bool> isRead, Effort effort);

/// The function that makes the totals of what the pieces from `begin` to `end` kept; null if the
/// kernel has none. It takes the same slots.
llvm::Function *emitTotals(code::KernelOp kernel, llvm::StringRef name, llvm::Module &module,
                           const Processor &processor, Effort effort);

} // namespace cotan
