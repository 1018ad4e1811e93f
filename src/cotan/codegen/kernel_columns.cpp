// Rows that are reduced along other axes than their lanes lie on: the numbers of many rows are
// summed up side by side. What is summed up stays in memory of the function, so that the tensor is
// read in the order in which it lies.
#include "cotan/codegen/kernel_emitter.h"

using namespace mlir;

namespace cotan {

void KernelEmitter::emitColumns(llvm::Value *begin, llvm::Value *end) {
  auto places = [&] { return placesFrom(0); };
  longLoop(begin, end, columnsAtOnce, places, {}, [&](llvm::Value *first, const Carried &carried) {
    llvm::Value *after = ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, ir.CreateAdd(first, ir.getInt64(columnsAtOnce)), end);
    for (unsigned level = 0; level < levels.size(); ++level)
      reduceColumns(level, first, after);
    overLanes(first, after, {}, [&](const Carried &c) {
      knowKept();
      for (unsigned i = 0; i < yields.size(); ++i)
        if (isRowValue(yields[i]))
          storeOne(i, placeWithout(space.reduced, yields[i]));
      return c;
    });
    if (storesAt(levels.size()))
      overReduced(0, {}, [&](const Carried &c) {
        return overLanes(first, after, c, [&](const Carried &inner) {
          knowKept();
          storeWhole(levels.size());
          return inner;
        });
      });
    return carried;
  });
}

/// Sums start with nothing; with room for them where there is none yet, since loops are emitted
/// twice, for whole vectors and the rest. Totals are kept with their errors.
void KernelEmitter::startColumns(unsigned level, llvm::Value *begin, MutableArrayRef<Sums> sums,
                                 MutableArrayRef<Sums> columnTotals) {
  auto start = [&](Sums &places, const Accumulator &with) {
    for (size_t i = places.size(); i < with.size(); ++i) {
      places.push_back(reserve(with[i].dtype(), columnsAtOnce));
      places.back().origin = begin;
    }
    writeAll(places, with);
  };
  for (auto [n, op] : llvm::enumerate(levels[level])) {
    Accumulator empty = cast<Reducing>(op).empty(values.lanes());
    start(sums[n], empty);
    if (columnTotals.empty() || !addsUp(op))
      continue;
    empty.append(Accumulator(empty)); // zeros
    start(columnTotals[n], empty);
  }
}

/// Whether a row has so few vectors that to add to a sum in memory would wait for the row before to
/// have been written there. What is written past the caches goes there by whole lines.
bool KernelEmitter::hasShortRows() {
  auto type = cast<RankedTensorType>(space.value.getType());
  return !space.reduced.empty() && !values.writesPastCaches() && !type.isDynamicDim(lastAxis()) &&
         type.getDimSize(lastAxis()) <= 2 * int64_t(full);
}

/// Some rows, one after the other.
void KernelEmitter::addRows(unsigned level, ArrayRef<Sums> sums, Columns overColumns,
                            Rows overRows) {
  overRows({}, [&](const Carried &c) {
    overColumns([&] {
      knowKept();
      for (auto [op, places] : llvm::zip_equal(levels[level], sums))
        writeAll(places, step(cast<Reducing>(op), readAll(places)));
      storeWhole(level);
    });
    return c;
  });
}

/// The same, some columns after the other: their sums are in registers meanwhile.
void KernelEmitter::addShortRows(unsigned level, ArrayRef<Sums> sums, Columns overColumns,
                                 Rows overRows) {
  overColumns([&] {
    knowKept();
    Carried carried;
    for (const Sums &places : sums)
      carried.append(readAll(places));
    carried = overRows(carried, [&](const Carried &c) {
      Carried next = stepAll(level, c);
      storeWhole(level);
      return next;
    });
    ArrayRef<Lanes> left = carried;
    for (const Sums &places : sums) {
      writeAll(places, Accumulator(left.take_front(places.size())));
      left = left.drop_front(places.size());
    }
  });
}

void KernelEmitter::reduceColumns(unsigned level, llvm::Value *begin, llvm::Value *end) {
  const bool inBlocks = needsBlocks(level), areShort = hasShortRows();
  SmallVector<Sums> sums(levels[level].size()), columnTotals(inBlocks ? levels[level].size() : 0);
  auto overColumns = [&](llvm::function_ref<void()> body) {
    overLanes(begin, end, {}, [&](const Carried &c) { return body(), c; });
  };
  overColumns([&] { startColumns(level, begin, sums, columnTotals); });
  auto add = [&](Rows overRows) {
    areShort ? addShortRows(level, sums, overColumns, overRows)
             : addRows(level, sums, overColumns, overRows);
  };
  if (inBlocks || areShort)
    overRowBlocks(0, findBlocks(), [&](Rows overRows) {
      add(overRows);
      if (inBlocks)
        overColumns([&] { foldColumns(level, sums, columnTotals); });
    });
  else
    add([&](const Carried &c, Body row) { return overReduced(0, c, row); });
  llvm::MapVector<Value, Scratch> finished;
  overLanes(begin, end, {}, [&](const Carried &c) {
    for (auto [n, op] : llvm::enumerate(levels[level])) {
      Lanes number = cast<Reducing>(op).finish(inBlocks ? columnTotal(op, sums[n], columnTotals[n])
                                                        : readAll(sums[n]));
      Scratch &scratch = finished[op->getResult(0)];
      if (!scratch.data)
        scratch = reserve(number.dtype(), columnsAtOnce);
      scratch.origin = begin;
      write(scratch, number);
    }
    return c;
  });
  for (auto &[value, scratch] : finished)
    kept[value] = scratch;
}

} // namespace cotan
