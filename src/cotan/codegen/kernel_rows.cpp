// Rows that are reduced along their lanes: each reduction gives one number.
#include "cotan/codegen/kernel_emitter.h"

#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {
namespace {

/// Rows longer than this are computed again in each pass rather than kept.
constexpr int64_t longestKept = 4096;
/// What takes fewer instructions is cheaper to compute again than to write and read.
constexpr unsigned fewInstructions = 8;

/// The values that `from` is computed of, up to rows' numbers.
void addCone(Value from, const DenseSet<Value> &rows, llvm::SetVector<Value> &cone) {
  SmallVector<Value> pending = {from};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || rows.contains(value) || !cone.insert(value))
      continue;
    llvm::append_range(pending, op->getOperands());
  }
}

} // namespace

/// Reductions level by level, then the results. Each is a pass over the row.
void KernelEmitter::emitRowNumbers() {
  findShared();
  for (unsigned level = 0; level < levels.size(); ++level)
    reduceRow(level);
  for (unsigned i = 0; i < yields.size(); ++i)
    if (isRowValue(yields[i]))
      storeOne(i, placeWithout(space.reduced, yields[i]));
  if (storesAt(levels.size()))
    overReduced(0, {}, [&](const Carried &c) {
      if (levels.size() == 1)
        fetchNextRow();
      knowKept();
      storeWhole(levels.size());
      return c;
    });
  for (auto &[value, scratch] : kept)
    values.forget(value);
  kept.clear();
}

/// What a pass computes and a later one needs again, if it is worth keeping.
void KernelEmitter::findShared() {
  shared.assign(levels.size(), {});
  auto type = cast<RankedTensorType>(space.value.getType());
  if (space.reduced.size() != 1 || type.isDynamicDim(lastAxis()) ||
      type.getDimSize(lastAxis()) > longestKept)
    return;
  SmallVector<llvm::SetVector<Value>> cones(levels.size() + 1);
  for (auto [level, reductions] : llvm::enumerate(levels))
    for (Operation *op : reductions)
      addCone(op->getOperand(0), rowValues, cones[level]);
  for (Operation *total : space.totals)
    addCone(total->getOperand(0), rowValues, cones[levelOf.lookup(total->getOperand(0))]);
  for (Value yielded : llvm::make_filter_range(yields, [&](Value x) { return !space.isTotal(x); }))
    addCone(yielded, rowValues,
            cones[isRowValue(yielded) ? levels.size() : levelOf.lookup(yielded)]);
  DenseSet<Value> seen;
  for (unsigned pass = 0; pass < levels.size(); ++pass)
    for (Value value : cones[pass]) {
      bool isWhole = cast<RankedTensorType>(value.getType()).getShape() == type.getShape();
      bool needed = llvm::any_of(ArrayRef(cones).drop_front(pass + 1),
                                 [&](auto &cone) { return cone.contains(value); });
      // What only goes into another shared value need not be kept itself.
      bool isRead = llvm::any_of(value.getUsers(), [&](Operation *user) {
        return user->getNumResults() != 1 || !cones[pass].contains(user->getResult(0));
      });
      if (isWhole && needed && isRead && seen.insert(value).second)
        shared[pass].push_back(value);
    }
}

/// The accumulators of a level's reductions, one after the other.
KernelEmitter::Carried KernelEmitter::stepAll(unsigned level, const Carried &before) {
  Carried next;
  for (Operation *op : levels[level]) {
    unsigned count = cast<Reducing>(op).empty(values.lanes()).size();
    next.append(step(cast<Reducing>(op), ArrayRef(before).slice(next.size(), count)));
  }
  return next;
}

KernelEmitter::Carried KernelEmitter::mergeAll(unsigned level, const Carried &a, const Carried &b) {
  Carried both;
  for (Operation *op : levels[level]) {
    auto reduction = cast<Reducing>(op);
    unsigned count = reduction.empty(values.lanes()).size();
    both.append(reduction.merge(ArrayRef(a).slice(both.size(), count),
                                ArrayRef(b).slice(both.size(), count)));
  }
  return both;
}

/// While a row is worked on that is in the cache already: what the next row will read. Loading and
/// computing overlap that would else take turns.
void KernelEmitter::fetchNextRow() {
  constexpr int64_t manyBytes = 1 << 20; // what is less stays in the cache anyway
  auto type = cast<RankedTensorType>(space.value.getType());
  if (space.reduced.size() != 1 || !sumsLanes() || !type.hasStaticShape())
    return;
  for (BlockArgument input : values.streamed()) {
    auto from = cast<RankedTensorType>(input.getType());
    if (from.getShape() == type.getShape() &&
        from.getNumElements() * int64_t(sizeOf(*dtypeOf(from.getElementType()))) >= manyBytes)
      values.prefetch(input, place, size(lastAxis()));
  }
}

void KernelEmitter::reduceRow(unsigned level) {
  Carried start;
  for (Operation *op : levels[level])
    for (const Lanes &x : cast<Reducing>(op).empty(values.lanes()))
      start.push_back(values.lanes().repeat(x, full));
  llvm::MapVector<Value, Scratch> made;
  auto merge = [&](const Carried &a, const Carried &b) { return mergeAll(level, a, b); };
  Sum sum{start, merge};
  auto inner = [&](const Carried &c) {
    knowKept();
    if (level == 1)
      fetchNextRow();
    Carried next = stepAll(level, c);
    for (Value value : shared[level]) {
      Lanes x = values.element(value, place);
      if (!made.contains(value) && values.costOf(value) < fewInstructions)
        continue;
      if (!made.contains(value))
        made[value] = reserve(x.dtype(), cast<RankedTensorType>(value.getType()).getShape().back());
      write(made[value], x);
    }
    storeWhole(level);
    return next;
  };
  Carried sums =
      needsBlocks(level) ? reduceInBlocks(level, sum, inner) : overReduced(0, start, inner, &sum);
  for (auto &entry : made)
    kept.insert(entry);
  auto rest = ArrayRef(sums);
  for (Operation *op : levels[level]) {
    auto reduction = cast<Reducing>(op);
    unsigned count = reduction.empty(values.lanes()).size();
    Accumulator total = acrossLanes(reduction, Accumulator(rest.take_front(count)));
    rest = rest.drop_front(count);
    values.setKnown(op->getResult(0), reduction.finish(total));
  }
}

Accumulator KernelEmitter::step(Reducing reduction, ArrayRef<Lanes> before) {
  Lanes x = values.element(reduction->getOperand(0), place);
  ArrayRef<int64_t> axes = reduction.reducedAxes();
  Lanes at =
      axes.empty() ? values.lanes().integer(DType::i64, 0) : place[axes.front()].places(full);
  Accumulator after = reduction.merge(before, reduction.single(x, at));
  for (auto [a, b] : llvm::zip_equal(after, before))
    a = loops.mask() && sumsLanes() ? select(loops.mask(), a, b) : values.lanes().repeat(a, full);
  return after;
}

/// Merges the lanes by halves.
Accumulator KernelEmitter::acrossLanes(Reducing reduction, Accumulator sums) {
  for (unsigned count = full; count > 1; count /= 2) {
    Accumulator low, high;
    for (const Lanes &x : sums) {
      auto part = [&](unsigned first) {
        SmallVector<int> mask = llvm::to_vector(llvm::seq<int>(first, first + count / 2));
        llvm::Value *half = ir.CreateShuffleVector(x.value(), mask);
        if (count == 2)
          half = ir.CreateExtractElement(half, uint64_t(0));
        return Lanes(values.lanes(), x.dtype(), half);
      };
      low.push_back(part(0));
      high.push_back(part(count / 2));
    }
    sums = reduction.merge(low, high);
  }
  return sums;
}

} // namespace cotan
