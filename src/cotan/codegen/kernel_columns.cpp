// Rows that are reduced along other axes than their lanes lie on: the numbers of many rows are
// summed up side by side. What is summed up stays in memory of the function, so that the tensor is
// read in the order in which it lies.
#include "cotan/codegen/kernel_emitter.h"

using namespace mlir;

namespace cotan {

/// How many rows side by side: their sums should stay in the first cache.
static constexpr int64_t columnsAtOnce = 1024;

void KernelEmitter::emitColumns(llvm::Value *begin, llvm::Value *end) {
  loops.loop(begin, end, columnsAtOnce, {}, [&](llvm::Value *first, const Carried &carried) {
    llvm::Value *after = ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, ir.CreateAdd(first, ir.getInt64(columnsAtOnce)), end);
    for (unsigned level = 0; level < levels.size(); ++level)
      reduceColumns(level, first, after);
    auto know = [&] {
      for (auto &[value, scratch] : kept)
        values.setKnown(value, read(scratch));
    };
    overLanes(first, after, {}, [&](const Carried &c) {
      know();
      for (unsigned i = 0; i < yields.size(); ++i)
        if (isRowValue(yields[i]))
          storeOne(i, placeWithout(space.reduced, yields[i]));
      return c;
    });
    if (storesAt(levels.size()))
      overReduced(0, {}, [&](const Carried &c) {
        return overLanes(first, after, c, [&](const Carried &inner) {
          know();
          storeWhole(levels.size());
          return inner;
        });
      });
    return carried;
  });
}

void KernelEmitter::reduceColumns(unsigned level, llvm::Value *begin, llvm::Value *end) {
  SmallVector<Sums> sums;
  overLanes(begin, end, {}, [&](const Carried &c) {
    bool isFirst = sums.empty(); // the loop is emitted twice: whole vectors, and the rest
    for (auto [n, op] : llvm::enumerate(levels[level])) {
      Accumulator empty = cast<Reducing>(op).empty(values.lanes());
      if (isFirst)
        sums.emplace_back();
      for (auto [i, x] : llvm::enumerate(empty)) {
        if (isFirst) {
          sums[n].push_back(reserve(x.dtype(), columnsAtOnce));
          sums[n].back().origin = begin;
        }
        write(sums[n][i], x);
      }
    }
    return c;
  });
  overReduced(0, {}, [&](const Carried &c) {
    return overLanes(begin, end, c, [&](const Carried &inner) {
      for (auto &[value, scratch] : kept)
        values.setKnown(value, read(scratch));
      for (auto [op, places] : llvm::zip_equal(levels[level], sums))
        writeAll(places, step(cast<Reducing>(op), readAll(places)));
      storeWhole(level);
      return inner;
    });
  });
  llvm::MapVector<Value, Scratch> finished;
  overLanes(begin, end, {}, [&](const Carried &c) {
    for (auto [op, places] : llvm::zip_equal(levels[level], sums)) {
      Lanes number = cast<Reducing>(op).finish(readAll(places));
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
