// The values of a kernel, element by element.
#pragma once

#include "cotan/codegen/kernel.h"
#include "cotan/codegen/loops.h"
#include "cotan/codegen/row_access.h"
#include "cotan/ir/lowering/element.h"

namespace cotan {

/// Makes the instructions that compute elements of a kernel's values from its operands, at the
/// place of a loop nest where they belong.
class KernelValues {
public:
  KernelValues(code::KernelOp kernel, llvm::IRBuilder<> &ir, llvm::Function *function,
               LoopNest &loops, const Processor &processor);

  LaneBuilder &lanes() { return laneBuilder; }
  /// Tells how many lanes varying places have from here on.
  void setWidth(unsigned count) { width = count; }
  unsigned getWidth() const { return width; }
  /// Tells that all axes are taken as one: places have one position, in row-major order.
  void setFlat() { isFlat = true; }
  /// Tells that lanes are rows: the first position of places varies, the others are known.
  void setByRows() { isByRows = true; }

  /// An element of `value`; lanes that the loops mask out are undefined.
  Lanes element(mlir::Value value, llvm::ArrayRef<Position> place);
  /// Tells what a value is at the places the loops are at: a reduction's number in this row, or
  /// what was kept of a pass before. Holds for the code that follows at this level of the loops.
  void setKnown(mlir::Value value, const Lanes &x);
  void forget(mlir::Value value) { known.erase(value); }
  /// Result `i` is written past the caches; its vectors are aligned to their size.
  void setPastCaches(unsigned i) { pastCaches.insert(i); }
  bool writesPastCaches() const { return !pastCaches.empty(); }
  /// Asks for the elements of an input `distance` after those at a place to come into the cache.
  void prefetch(mlir::BlockArgument input, llvm::ArrayRef<Position> place, llvm::Value *distance);
  /// The inputs that were read side by side so far.
  const llvm::SetVector<mlir::BlockArgument> &streamed() const { return streams; }
  /// How many instructions it took to compute `value`, calls counted as many.
  unsigned costOf(mlir::Value value) const { return costs.lookup(value); }
  /// Writes an element of result `i`.
  void store(unsigned i, llvm::ArrayRef<Position> place, Lanes x);
  /// Writes the elements of all places of the last axis, on which lanes do not lie.
  void storeInterleaved(unsigned i, llvm::ArrayRef<Position> place, llvm::ArrayRef<Lanes> xs);
  /// Writes all of result `i` in the rows that lanes are.
  void storeRows(unsigned i, const Position &row);

  llvm::Value *size(mlir::Value value, unsigned axis);
  /// Where the pieces keep number `i` of KernelSignature::partials.
  llvm::Value *partial(unsigned i) const { return partials[i]; }
  /// Limits what follows to lanes where the i1 `wanted` is true.
  Lanes elementIf(const Lanes &wanted, mlir::Value value, llvm::ArrayRef<Position> place,
                  const Lanes &otherwise);

private:
  struct Address {
    llvm::Value *pointer = nullptr;  // to the first lane, if the lanes follow each other
    llvm::Value *pointers = nullptr; // one per lane otherwise
    bool isSame = false;             // all lanes read the same
  };
  Address addressOf(llvm::Value *data, DType dtype, mlir::Value shape,
                    llvm::ArrayRef<Position> place);
  Position offsetOf(mlir::Value shape, llvm::ArrayRef<Position> place);
  Lanes load(mlir::BlockArgument input, llvm::ArrayRef<Position> place);
  //--- columns side by side (kernel_interleaved.cpp)
  /// Whole rows of few columns, one for each lane, if these lie in a column.
  std::optional<RowAccess> interleavedAt(llvm::Value *data, mlir::Value shape,
                                         llvm::ArrayRef<Position> place);
  Lanes loadInterleaved(mlir::BlockArgument input, const RowAccess &rows, Place place);
  //--- rows side by side (kernel_by_rows.cpp)
  Lanes loadFromRows(mlir::BlockArgument input, llvm::ArrayRef<Position> place);
  bool isInRow(llvm::ArrayRef<Position> place) const;
  Place placeInRow(mlir::Value value, const Position &row, int64_t number);
  RowAccess rowsAt(llvm::Value *data, mlir::Value value, const Position &row, int64_t number,
                   unsigned columns);
  Lanes compute(mlir::OpResult value, llvm::ArrayRef<Position> place);
  Lanes reduceAt(Reducing reduction, llvm::ArrayRef<Position> place);
  LoopNest::Key keyOf(mlir::Value value, llvm::ArrayRef<Position> place) const;
  unsigned depthOf(mlir::Value value, llvm::ArrayRef<Position> place) const;
  Lanes maskOver(const Lanes &extra) const;

  code::KernelOp kernel;
  llvm::IRBuilder<> &ir;
  LaneBuilder laneBuilder;
  LoopNest &loops;
  unsigned width = 1;
  bool isFlat = false, isByRows = false;
  Lanes condition;          // of elementIf
  unsigned branchDepth = 0; // of the innermost branch of elementIf
  llvm::SmallVector<llvm::Value *> inputs, outputs, partials;
  llvm::MapVector<KernelSignature::Axis, llvm::Value *> openSizes;
  llvm::DenseMap<mlir::Value, Lanes> known;
  unsigned knownDepth = 0;
  llvm::DenseSet<mlir::Value> needsKnown; // what is computed from reductions
  llvm::DenseMap<mlir::Value, unsigned> costs;
  llvm::DenseSet<unsigned> pastCaches;
  llvm::SetVector<mlir::BlockArgument> streams;
};

} // namespace cotan
