#include "cotan/ops/layout/blocks.h"

#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;

namespace cotan {
namespace {

/// A block of a sum, and what it is made of: terms at the same place that are added, or neighbours
/// along an axis.
struct Block {
  SmallVector<int64_t> start, size;
  Value value; // null until it is made
  SmallVector<unsigned> parts;
  int64_t axis = -1; // that parts lie along; -1 if they are at the same place
};

/// Joins blocks. What is made is said first, then made: a question costs no ops.
class BlockJoiner {
public:
  BlockJoiner(ArrayRef<Value> terms) {
    for (Value term : terms) {
      auto sparse = term.getDefiningOp<Sparse>();
      auto placed = sparse ? sparse.placedBlock() : std::nullopt;
      if (!placed || !term.hasOneUse()) {
        others.push_back(term);
        continue;
      }
      whole = cast<RankedTensorType>(term.getType());
      auto type = cast<RankedTensorType>(placed->block.getType());
      left.push_back(blocks.size());
      blocks.push_back({placed->start, SmallVector<int64_t>(type.getShape()), placed->block, {}});
    }
  }

  /// Whether there are fewer blocks now. Each round looks at each block a few times; what a spiral
  /// of blocks would take more rounds for is left to the next sum.
  bool join() {
    constexpr unsigned mostRounds = 8;
    const size_t before = left.size();
    size_t last = 0;
    for (unsigned round = 0; round < mostRounds && left.size() > 1 && left.size() != last;
         ++round) {
      last = left.size();
      addThoseAtOnePlace();
      for (int64_t axis = whole.getRank() - 1; axis >= 0; --axis)
        joinAlong(axis);
    }
    return left.size() < before;
  }

  /// Blocks come last: what is zero but for these is then added to few places of a sum.
  Expr sum(RuleBuilder &b) {
    Expr all;
    for (Value other : others)
      all = total(all, b(other));
    for (unsigned i : left)
      all = total(all, padded(b, i));
    return all;
  }

private:
  /// Where a block starts, and its sizes but for that along `axis`. In the order of this, blocks of
  /// which one begins where the other ends come one after the other.
  using Place = std::vector<int64_t>;
  Place placeOf(unsigned i, int64_t axis) const {
    Place place(blocks[i].start.begin(), blocks[i].start.end());
    llvm::append_range(place, blocks[i].size);
    if (axis >= 0)
      place[whole.getRank() + axis] = -1;
    return place;
  }

  void addThoseAtOnePlace() {
    llvm::MapVector<Place, SmallVector<unsigned>, std::map<Place, unsigned>> places;
    for (unsigned i : left)
      places[placeOf(i, -1)].push_back(i);
    left.clear();
    for (auto &[place, all] : places)
      left.push_back(joined(all, -1));
  }

  /// Joins those that differ in nothing but where they are along `axis`, where the next begins at
  /// the end of the one before.
  void joinAlong(int64_t axis) {
    std::map<Place, unsigned> starting;
    SmallVector<unsigned> joinedOrNot;
    for (unsigned i : left)
      if (!starting.try_emplace(placeOf(i, axis), i).second)
        joinedOrNot.push_back(i);
    while (!starting.empty()) {
      SmallVector<unsigned> row;
      Place place = starting.begin()->first;
      for (auto next = starting.begin(); next != starting.end(); next = starting.find(place)) {
        row.push_back(next->second);
        place[axis] += blocks[next->second].size[axis];
        starting.erase(next);
      }
      joinedOrNot.push_back(joined(row, axis));
    }
    left = joinedOrNot;
  }

  unsigned joined(ArrayRef<unsigned> row, int64_t axis) {
    if (row.size() == 1)
      return row.front();
    Block all{blocks[row.front()].start, blocks[row.front()].size, nullptr, {}, axis};
    if (axis >= 0)
      all.size[axis] = 0;
    for (unsigned part : row) {
      const Block &block = blocks[part];
      if (axis >= 0)
        all.size[axis] += block.size[axis];
      if (!block.value && block.axis == axis) // what is joined along this axis already goes on
        all.parts.append(block.parts);
      else
        all.parts.push_back(part);
    }
    blocks.push_back(all);
    return blocks.size() - 1;
  }

  Expr make(RuleBuilder &b, unsigned i) {
    const Block &block = blocks[i];
    if (block.value)
      return b(block.value);
    Exprs parts;
    for (unsigned part : block.parts)
      parts.push_back(make(b, part));
    if (block.axis >= 0)
      return concat(parts, block.axis);
    Expr all;
    for (const Expr &part : parts)
      all = total(all, part);
    return all;
  }

  Expr padded(RuleBuilder &b, unsigned i) {
    const Block &block = blocks[i];
    Expr x = make(b, i);
    if (x.type() == whole)
      return x;
    SmallVector<int64_t> high, none(whole.getRank(), 0);
    for (auto [size, start, covered] : llvm::zip_equal(whole.getShape(), block.start, block.size))
      high.push_back(size - start - covered);
    return pad(x, b.scalar(0.0, whole.getElementType()), block.start, high, none);
  }

  RankedTensorType whole;
  std::vector<Block> blocks;
  SmallVector<unsigned> left; // those that are no part of another
  SmallVector<Value> others;
};

} // namespace

Expr joinBlocks(RuleBuilder &b, ArrayRef<Value> terms) {
  BlockJoiner joiner(terms);
  return joiner.join() ? joiner.sum(b) : Expr();
}

} // namespace cotan
