#include "cotan/codegen/row_access.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace cotan {
namespace {

using Vectors = SmallVector<Value *, 4>;

/// For each block of four lanes: `a` and `b` are lanes of x or, from 4 on, of y.
Value *pickInBlocks(IRBuilder<> &ir, Value *x, Value *y, unsigned block, ArrayRef<int> lanes) {
  const int count = cast<FixedVectorType>(x->getType())->getNumElements();
  SmallVector<int> places;
  for (int first = 0; first < count; first += block)
    for (int lane : lanes)
      places.push_back(first + (lane < int(block) ? lane : count + lane - int(block)));
  return ir.CreateShuffleVector(x, y, places);
}

/// Vectors of blocks of as many lanes as there are vectors: vector i's lane j of each block becomes
/// vector j's lane i. Done twice, nothing has changed.
Vectors exchanged(IRBuilder<> &ir, const Vectors &v) {
  if (v.size() == 1)
    return v;
  if (v.size() == 2)
    return {pickInBlocks(ir, v[0], v[1], 2, {0, 2}), pickInBlocks(ir, v[0], v[1], 2, {1, 3})};
  Vectors made(4);
  for (unsigned odd : {0, 1}) {
    auto pairs = [&](Value *x, Value *y) {
      return pickInBlocks(ir, x, y, 4, odd ? ArrayRef<int>{1, 5, 3, 7} : ArrayRef<int>{0, 4, 2, 6});
    };
    Value *low = pairs(v[0], v[1]), *high = pairs(v[2], v[3]);
    made[odd] = pickInBlocks(ir, low, high, 4, {0, 1, 4, 5});
    made[odd + 2] = pickInBlocks(ir, low, high, 4, {2, 3, 6, 7});
  }
  return made;
}

} // namespace

Value *RowAccess::address(IRBuilder<> &ir, unsigned row) const {
  return row == 0 ? first : ir.CreateConstGEP1_64(element, first, row * step);
}

/// The mask of all columns.
Value *RowAccess::wideMask(IRBuilder<> &ir) const {
  return ir.CreateShuffleVector(mask, createReplicatedMask(columns, rows));
}

Vectors RowAccess::loadWhole(IRBuilder<> &ir) const {
  auto *type = FixedVectorType::get(element, rows * columns);
  Value *all = mask ? ir.CreateMaskedLoad(type, first, alignment(), wideMask(ir),
                                          Constant::getNullValue(type))
                    : static_cast<Value *>(ir.CreateAlignedLoad(type, first, alignment()));
  Vectors vectors;
  for (unsigned column = 0; column < columns; ++column)
    vectors.push_back(ir.CreateShuffleVector(all, createStrideMask(column, columns, rows)));
  return vectors;
}

void RowAccess::storeWhole(IRBuilder<> &ir, ArrayRef<Value *> vectors) const {
  Value *all =
      ir.CreateShuffleVector(concatenateVectors(ir, vectors), createInterleaveMask(rows, columns));
  if (mask) {
    ir.CreateMaskedStore(all, first, alignment(), wideMask(ir));
  } else if (isPastCaches) {
    auto *one = ConstantAsMetadata::get(ir.getInt32(1));
    ir.CreateAlignedStore(all, first, Align(rows * alignment().value()))
        ->setMetadata(LLVMContext::MD_nontemporal, MDNode::get(ir.getContext(), one));
  } else {
    ir.CreateAlignedStore(all, first, alignment());
  }
}

Vectors RowAccess::load(IRBuilder<> &ir) const {
  if (isWhole())
    return loadWhole(ir);
  if (columns == 1) {
    Value *all = PoisonValue::get(FixedVectorType::get(element, rows));
    for (unsigned row = 0; row < rows; ++row)
      all = ir.CreateInsertElement(
          all, ir.CreateAlignedLoad(element, address(ir, row), alignment()), row);
    return {all};
  }
  auto *part = FixedVectorType::get(element, columns);
  Vectors vectors;
  for (unsigned column = 0; column < columns; ++column) {
    SmallVector<Value *> parts;
    for (unsigned row = column; row < rows; row += columns)
      parts.push_back(ir.CreateAlignedLoad(part, address(ir, row), alignment()));
    vectors.push_back(concatenateVectors(ir, parts));
  }
  return exchanged(ir, vectors);
}

void RowAccess::store(IRBuilder<> &ir, ArrayRef<Value *> columnVectors) const {
  if (isWhole())
    return storeWhole(ir, columnVectors);
  const Vectors vectors = exchanged(ir, Vectors(columnVectors));
  for (unsigned row = 0; row < rows; ++row) {
    Value *vector = vectors[row % columns], *part;
    const int start = row / columns * columns;
    if (columns == 1)
      part = ir.CreateExtractElement(vector, uint64_t(start));
    else
      part = ir.CreateShuffleVector(vector, to_vector(seq<int>(start, start + columns)));
    ir.CreateAlignedStore(part, address(ir, row), alignment());
  }
}

} // namespace cotan
