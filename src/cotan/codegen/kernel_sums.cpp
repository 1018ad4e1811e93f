// Sums of many numbers. Added up one by one in f32, ten million numbers would be a thousandth off,
// and 2^24 ones the last that count. So blocks of them are added up, and the blocks' sums with the
// error of each addition (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B): what is left
// is that of the blocks.
#include "cotan/codegen/kernel_emitter.h"

#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

/// How many numbers each lane of each copy adds up one by one; and how many rows side by side,
/// whose sums go through memory.
static constexpr int64_t termsOfBlock = 32, rowsOfBlock = 128;

/// A linear reduction adds numbers up.
bool KernelEmitter::addsUp(Operation *op) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  return op->hasTrait<Linear>() && isa<FloatType>(type.getElementType());
}

/// How many places of the reduced axes a block has.
int64_t KernelEmitter::placesOfBlock() const {
  return sumsLanes() ? termsOfBlock * sumCopies * full : rowsOfBlock;
}

/// Blocks are parts of this reduced axis, with all of those behind it.
KernelEmitter::Blocks KernelEmitter::findBlocks() {
  const int64_t most = placesOfBlock();
  int64_t elements = 1; // of the axes behind
  unsigned n = space.reduced.size();
  while (n-- > 0) {
    int64_t axisSize = cast<RankedTensorType>(space.value.getType()).getDimSize(space.reduced[n]);
    if (n == 0 || ShapedType::isDynamic(axisSize) || axisSize >= most / elements)
      return {n, std::max<int64_t>(1, most / elements)};
    elements *= std::max<int64_t>(axisSize, 1);
  }
  return {0, most};
}

/// Whether a lane would add up more than a block's numbers.
bool KernelEmitter::needsBlocks(unsigned level) {
  if (space.reduced.empty() || llvm::none_of(levels[level], addsUp))
    return false;
  double elements = 1; // which may be more than an integer holds
  for (int64_t axis : space.reduced) {
    int64_t axisSize = cast<RankedTensorType>(space.value.getType()).getDimSize(axis);
    if (ShapedType::isDynamic(axisSize))
      return true;
    elements *= double(axisSize);
  }
  return elements > double(placesOfBlock());
}

/// For each of a level's accumulators, whether it is a sum.
SmallVector<bool> KernelEmitter::sumsOf(unsigned level) {
  SmallVector<bool> isSum;
  for (Operation *op : levels[level])
    isSum.append(cast<Reducing>(op).empty(values.lanes()).size(), addsUp(op));
  return isSum;
}

/// `total` are the accumulators so far and behind them the errors of the sums; `block` are those of
/// one block more.
static LoopNest::Carried folded(const LoopNest::Carried &total, const LoopNest::Carried &block,
                                ArrayRef<bool> isSum) {
  LoopNest::Carried next(block.begin(), block.end()), errors;
  for (auto [i, part] : llvm::enumerate(block)) {
    if (!isSum[i])
      continue;
    const Lanes &before = total[i], &error = total[block.size() + errors.size()];
    Lanes sum = before + part, added = sum - before;
    errors.push_back(error + ((before - (sum - added)) + (part - added)));
    next[i] = sum;
  }
  next.append(errors);
  return next;
}

/// The errors of a sum that is infinite are not numbers.
static LoopNest::Carried withErrors(const LoopNest::Carried &total, ArrayRef<bool> isSum) {
  LoopNest::Carried result(total.begin(), total.begin() + isSum.size());
  unsigned next = isSum.size();
  for (auto [sum, has] : llvm::zip_equal(result, isSum))
    if (has)
      // NOLINTNEXTLINE(misc-redundant-expression): it is zero where sum is finite
      sum = select(sum - sum == 0.0, sum + total[next++], sum);
  return result;
}

KernelEmitter::Carried KernelEmitter::overBlocks(unsigned n, Carried total, const Blocks &blocks,
                                                 ArrayRef<bool> isSum, const Sum &sum, Body inner) {
  const int64_t axis = space.reduced[n];
  llvm::Value *zero = ir.getInt64(0), *end = turnsAlong(n);
  auto at = [&](llvm::Value *i) { place[axis] = Position(values.lanes(), i); };
  if (n < blocks.axis)
    return longLoop(
        zero, end, 1, [&] { return placesFrom(n + 1); }, std::move(total),
        [&](llvm::Value *i, const Carried &c) {
          at(i);
          return overBlocks(n + 1, c, blocks, isSum, sum, inner);
        });
  auto deeper = [&](const Carried &c) { return overReduced(n + 1, c, inner, &sum); };
  auto places = [&] { return ir.getInt64(placesOfBlock()); };
  auto block = [&](llvm::Value *first, const Carried &c) {
    llvm::Value *last = ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, ir.CreateAdd(first, ir.getInt64(blocks.length)), end);
    Carried sums = sum.nothing; // the others go on
    for (auto [i, has] : llvm::enumerate(isSum))
      sums[i] = has ? sums[i] : c[i];
    if (axis == lastAxis())
      return folded(c, sumLanes(first, last, sums, sum, deeper, /*isLong=*/false), isSum);
    sums = loops.loop(first, last, 1, std::move(sums), [&](llvm::Value *i, const Carried &part) {
      at(i);
      return deeper(part);
    });
    return folded(c, sums, isSum);
  };
  return longLoop(zero, end, blocks.length, places, std::move(total), block);
}

KernelEmitter::Carried KernelEmitter::reduceInBlocks(unsigned level, const Sum &sum, Body inner) {
  SmallVector<bool> isSum = sumsOf(level);
  Carried start = sum.nothing;
  for (auto [i, has] : llvm::enumerate(isSum))
    if (has)
      start.push_back(sum.nothing[i]);
  return withErrors(overBlocks(0, start, findBlocks(), isSum, sum, inner), isSum);
}

//--- rows side by side

void KernelEmitter::overRowBlocks(unsigned n, const Blocks &blocks,
                                  llvm::function_ref<void(Rows)> block) {
  const int64_t axis = space.reduced[n];
  llvm::Value *zero = ir.getInt64(0), *end = turnsAlong(n);
  auto at = [&](llvm::Value *i) { place[axis] = Position(values.lanes(), i); };
  auto placesBehind = [&] { return placesFrom(n + 1); };
  if (n < blocks.axis) {
    longLoop(zero, end, 1, placesBehind, {}, [&](llvm::Value *i, const Carried &c) {
      at(i);
      overRowBlocks(n + 1, blocks, block);
      return c;
    });
    return;
  }
  auto places = [&] { return ir.CreateMul(ir.getInt64(blocks.length), placesFrom(n + 1)); };
  longLoop(zero, end, blocks.length, places, {}, [&](llvm::Value *first, const Carried &c) {
    llvm::Value *last = ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, ir.CreateAdd(first, ir.getInt64(blocks.length)), end);
    block([&](const Carried &carried, Body row) {
      auto turn = [&](llvm::Value *i, const Carried &before) {
        at(i);
        return overReduced(n + 1, before, row);
      };
      return longLoop(first, last, 1, placesBehind, carried, turn);
    });
    return c;
  });
}

/// Adds what a block of rows has summed up to the totals, and starts anew.
void KernelEmitter::foldColumns(unsigned level, ArrayRef<Sums> sums, ArrayRef<Sums> columnTotals) {
  for (auto [n, op] : llvm::enumerate(levels[level])) {
    if (!addsUp(op))
      continue;
    Accumulator empty = cast<Reducing>(op).empty(values.lanes());
    writeAll(columnTotals[n], folded(readAll(columnTotals[n]), readAll(sums[n]),
                                     SmallVector<bool>(empty.size(), true)));
    writeAll(sums[n], empty);
  }
}

Accumulator KernelEmitter::columnTotal(Operation *op, const Sums &sums, const Sums &total) {
  return addsUp(op) ? withErrors(readAll(total), SmallVector<bool>(sums.size(), true))
                    : readAll(sums);
}

} // namespace cotan
