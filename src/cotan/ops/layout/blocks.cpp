#include "cotan/ops/layout/blocks.h"

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

/// Joins blocks two by two. What is made is said first, then made: a question costs no ops.
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

  /// Whether there are fewer blocks now.
  bool join() {
    constexpr size_t mostBlocks = 64;
    if (left.size() < 2 || left.size() > mostBlocks)
      return false;
    const size_t before = left.size();
    for (bool changes = true; changes;) {
      changes = joinFirst(-1);
      for (int64_t axis = whole.getRank() - 1; axis >= 0 && !changes; --axis)
        changes = joinFirst(axis);
    }
    return left.size() < before;
  }

  Expr sum(RuleBuilder &b) {
    Expr all;
    for (unsigned i : left)
      all = total(all, padded(b, i));
    for (Value other : others)
      all = total(all, b(other));
    return all;
  }

private:
  /// Whether they differ in nothing but where they start, and that only along `axis`, where the
  /// second begins at the end of the first; with axis -1, in nothing.
  bool fit(const Block &a, const Block &c, int64_t axis) const {
    for (int64_t i = 0; i < whole.getRank(); ++i)
      if (i == axis ? a.start[i] + a.size[i] != c.start[i]
                    : a.start[i] != c.start[i] || a.size[i] != c.size[i])
        return false;
    return true;
  }

  bool joinFirst(int64_t axis) {
    for (unsigned i = 0; i < left.size(); ++i)
      for (unsigned j = 0; j < left.size(); ++j)
        if (i != j && fit(blocks[left[i]], blocks[left[j]], axis)) {
          const unsigned first = left[i], second = left[j];
          left[i] = joined(first, second, axis);
          left.erase(left.begin() + j);
          return true;
        }
    return false;
  }

  unsigned joined(unsigned first, unsigned second, int64_t axis) {
    Block both = blocks[first];
    both.value = nullptr;
    both.axis = axis;
    both.parts.clear();
    if (axis >= 0)
      both.size[axis] += blocks[second].size[axis];
    for (unsigned part : {first, second}) { // what is joined along this axis already goes on
      const Block &block = blocks[part];
      if (!block.value && block.axis == axis)
        both.parts.append(block.parts);
      else
        both.parts.push_back(part);
    }
    blocks.push_back(both);
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

bool hasBlocksToJoin(ArrayRef<Value> terms) { return BlockJoiner(terms).join(); }

} // namespace cotan
