// Makes the loops of one kernel: rows, the lanes of a row, and what is summed up along axes.
#pragma once

#include "cotan/codegen/kernel_values.h"

namespace cotan {

/// Lanes lie along the last axis of the space. Reductions come level by level: those of a level
/// need only numbers of the levels before. If the last axis is reduced, a row is a number; if not,
/// the numbers of many rows are summed up side by side. Totals over rows that are reduced as well
/// are summed up a piece of them at a time.
class KernelEmitter {
public:
  /// How many numbers are computed at once.
  enum class Width { one, several };

  KernelEmitter(code::KernelOp kernel, llvm::IRBuilder<> &ir, llvm::Function *function,
                const Processor &processor, llvm::ArrayRef<bool> isRead, Effort effort,
                Width width = Width::several);
  void emit();
  /// Whether its results would have other bits with another width.
  bool dependsOnWidth() {
    return sumsLanes() || !space.totals.empty() || values.lanes().differsAlone;
  }
  void finishTotals();

private:
  using Carried = LoopNest::Carried;
  using Body = llvm::function_ref<Carried(const Carried &)>;
  using Turn = llvm::function_ref<Carried(llvm::Value *, const Carried &)>;
  /// Loops over columns, and over rows.
  using Columns = llvm::function_ref<void(llvm::function_ref<void()>)>;
  using Rows = llvm::function_ref<Carried(const Carried &, Body)>;
  using Reductions = llvm::SmallVector<mlir::Operation *, 2>;
  /// How many sums lie side by side, each of a vector's lanes.
  static constexpr unsigned sumCopies = 4;
  /// How many rows side by side: their sums should stay in the first cache.
  static constexpr int64_t columnsAtOnce = 1024;
  /// What a loop sums up: it starts with nothing, and two sums are merged.
  struct Sum {
    Carried nothing;
    llvm::function_ref<Carried(const Carried &, const Carried &)> merge;
  };

  /// Room for a number of each place of a row; read and written at the place of the lanes.
  struct Scratch {
    llvm::Value *data = nullptr;
    DType dtype = DType::f32;
    llvm::Value *origin = nullptr; // the place of the first
  };
  /// Room for what a reduction keeps.
  using Sums = llvm::SmallVector<Scratch, 2>;

  mlir::Block &body() { return kernel.getBody().front(); }
  llvm::Value *size(int64_t axis) { return values.size(space.value, axis); }
  /// How many turns the loop along reduced axis `n` takes: none if those in it would take none.
  llvm::Value *turnsAlong(unsigned n);
  /// Also that of lanes, in kernels that sum up.
  int64_t lastAxis() const { return int64_t(space.rank()) - 1; }
  bool sumsLanes() const { return lastAxis() >= 0 && space.isReduced(lastAxis()); }
  unsigned chooseWidth();
  bool writesPastCaches(unsigned i);
  void findLevels();

  //--- loops (kernel.cpp)
  void emitSpace(llvm::Value *begin, llvm::Value *end);
  void takeApart(llvm::Value *row, llvm::ArrayRef<int64_t> axes);
  void emitRow(llvm::Value *begin, llvm::Value *end);
  void emitRowByRow(llvm::Value *begin, llvm::Value *end);
  void storeOne(unsigned i, llvm::ArrayRef<Position> at);
  /// The results that have the whole space, and can be computed after this level's reductions.
  void storeWhole(unsigned level);
  bool storesAt(unsigned level);
  void storeAllInterleaved(); // kernel_interleaved.cpp
  /// The place of a number in a result without the reduced axes, or with 1 for each.
  Place placeWithout(llvm::ArrayRef<int64_t> reduced, mlir::Value value);
  /// Whether `value` has a number for each row, not for each place.
  bool isRowValue(mlir::Value value);
  bool isWhole(mlir::Value value) { return !isRowValue(value) && !space.isTotal(value); }
  /// The loop over the last axis, `full` lanes at a time; what is left goes a register at a time,
  /// and the last of it with a mask. Quick code that needs vectors has but one loop, with a mask.
  Carried overLanes(llvm::Value *begin, llvm::Value *end, Carried carried, Body inner,
                    bool isLong = false);
  /// The same, with several sums side by side: an addition need not wait for the one before.
  Carried sumLanes(llvm::Value *begin, llvm::Value *end, const Carried &carried, const Sum &sum,
                   Body inner, bool isLong);
  /// The loops over the reduced axes from number `n` on.
  Carried overReduced(unsigned n, Carried carried, Body inner, const Sum *sum = nullptr);

  //--- loops that take long (kernel_interruption.cpp)
  /// As LoopNest::loop, but it ends early when the thread is interrupted: what the kernel computes
  /// is of no use then. A turn works on about as many places as `placesOfTurn` makes a number of,
  /// before all loops.
  Carried longLoop(llvm::Value *begin, llvm::Value *end, int64_t step,
                   llvm::function_ref<llvm::Value *()> placesOfTurn, Carried carried, Turn body);
  llvm::Value *askEnd(llvm::Value *next, llvm::Value *end);
  llvm::Value *atStart(llvm::function_ref<llvm::Value *()> make);
  /// How many places the reduced axes from number `n` on have, of all rows side by side.
  llvm::Value *placesFrom(unsigned n);

  //--- numbers of a row (kernel_rows.cpp)
  void emitRowNumbers();
  void reduceRow(unsigned level);
  Carried stepAll(unsigned level, const Carried &before);
  Carried mergeAll(unsigned level, const Carried &a, const Carried &b);
  Accumulator step(Reducing op, llvm::ArrayRef<Lanes> before);
  Accumulator acrossLanes(Reducing reduction, Accumulator sums);
  void findShared();
  void fetchNextRow();

  //--- sums of many numbers (kernel_sums.cpp)
  struct Blocks {
    unsigned axis;  // of the reduced ones
    int64_t length; // along it
  };
  static bool addsUp(mlir::Operation *op);
  int64_t placesOfBlock() const;
  Blocks findBlocks();
  bool needsBlocks(unsigned level);
  llvm::SmallVector<bool> sumsOf(unsigned level);
  Carried overBlocks(unsigned n, Carried total, const Blocks &blocks, llvm::ArrayRef<bool> isSum,
                     const Sum &sum, Body inner);
  /// A level's accumulators of all places.
  Carried reduceInBlocks(unsigned level, const Sum &sum, Body inner);
  /// `block` emits what becomes of some rows, over which it is given the loops.
  void overRowBlocks(unsigned n, const Blocks &blocks, llvm::function_ref<void(Rows)> block);

  //--- rows side by side (kernel_columns.cpp)
  void emitColumns(llvm::Value *begin, llvm::Value *end);
  void reduceColumns(unsigned level, llvm::Value *begin, llvm::Value *end);
  bool hasShortRows();
  void addRows(unsigned level, llvm::ArrayRef<Sums> sums, Columns overColumns, Rows overRows);
  void addShortRows(unsigned level, llvm::ArrayRef<Sums> sums, Columns overColumns, Rows overRows);
  void startColumns(unsigned level, llvm::Value *begin, llvm::MutableArrayRef<Sums> sums,
                    llvm::MutableArrayRef<Sums> columnTotals);

  //--- totals over rows (kernel_totals.cpp)
  void emitPieces(llvm::Value *begin, llvm::Value *end);
  void startTotals(llvm::Value *piece);
  void addToTotals(unsigned level);

  //--- memory of the function (kernel_scratch.cpp)
  Scratch reserve(DType dtype, int64_t count);
  void write(const Scratch &scratch, const Lanes &x);
  Lanes read(const Scratch &scratch);
  void knowKept(); // what `kept` has at the place of the lanes
  void writeAll(const Sums &sums, const Accumulator &xs);
  Accumulator readAll(const Sums &sums);
  Sums partialsOf(unsigned total, llvm::Value *piece);
  void foldColumns(unsigned level, llvm::ArrayRef<Sums> sums, llvm::ArrayRef<Sums> columnTotals);
  Accumulator columnTotal(mlir::Operation *op, const Sums &sums, const Sums &total);

  const Processor &processor;
  const Effort effort;
  code::KernelOp kernel;
  KernelSpace space;
  llvm::IRBuilder<> &ir;
  llvm::Function *function;
  LoopNest loops;
  KernelValues values;
  llvm::SmallVector<mlir::Value> yields;
  Place place;
  unsigned full = 1;       // lanes
  unsigned inRegister = 1; // of the widest float
  llvm::SmallVector<Reductions> levels;
  llvm::DenseMap<mlir::Value, unsigned> levelOf; // how many of them a value needs
  llvm::DenseSet<mlir::Value> rowValues;
  /// Values that more than one pass over a row needs, by the pass that computes them first.
  llvm::SmallVector<llvm::SmallVector<mlir::Value, 1>> shared;
  llvm::MapVector<mlir::Value, Scratch> kept; // where they, or numbers of columns, are
  llvm::SmallVector<Sums> totals;             // of the piece that is worked on
};

} // namespace cotan
