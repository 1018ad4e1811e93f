#include "cotan/ops/indexing/indexed.h"

#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/op_rules.h"

namespace cotan {

void IndexedPlace::addIndex(const Lanes &index) {
  LaneBuilder &b = x.builder();
  Lanes place = convert(index, DType::i64), size = asNumber(x, x.size(0, at.size()));
  if (index.dtype() == DType::ui64) // an index that is larger than any i64 turned negative
    place = select(place < 0.0, b.integer(DType::i64, std::numeric_limits<int64_t>::max()), place);
  if (clip)
    place = clamped(place, place.same(0), size - 1.0);
  else
    isInside = both(isInside, (place >= 0.0) & (place < size));
  at.push_back(Position(place));
}

Lanes IndexedPlace::read(mlir::RankedTensorType type) const {
  if (!isInside)
    return x.read(0, at);
  return x.readIf(isInside, 0, at, x.builder().constant(*dtypeOf(type.getElementType()), 0));
}

Update IndexedPlace::write() const { return {at, isInside, x[2]}; }
Update IndexedPlace::add(mlir::RankedTensorType type) const {
  return {at, isInside, read(type) + x[2]};
}

IndexedPlace placeOnAxis(Element &x, int64_t axis, int64_t count, bool clip) {
  llvm::ArrayRef<Position> place = x.place();
  IndexedPlace indexed(x, place.take_front(axis), clip);
  indexed.addIndex(x.read(1, place.slice(axis, count)));
  indexed.addPlaces(place.drop_front(axis + count));
  return indexed;
}

IndexedPlace placeOnFirstAxes(Element &x, mlir::RankedTensorType indices, bool clip) {
  llvm::ArrayRef<Position> tuple = x.place().take_front(indices.getRank() - 1);
  IndexedPlace indexed(x, {}, clip);
  for (int64_t k = 0; k < indices.getShape().back(); ++k) {
    Place at(tuple.begin(), tuple.end());
    at.push_back(Position(x.builder(), k));
    indexed.addIndex(x.read(1, at));
  }
  indexed.addPlaces(x.place().drop_front(tuple.size()));
  return indexed;
}

IndexedPlace placeAlongAxis(Element &x, int64_t axis, bool clip) {
  IndexedPlace indexed(x, x.place().take_front(axis), clip);
  indexed.addIndex(x[1]);
  indexed.addPlaces(x.place().drop_front(axis + 1));
  return indexed;
}

bool isSingle(llvm::ArrayRef<int64_t> sizesOfIndices) {
  return llvm::all_of(sizesOfIndices, [](int64_t size) { return size == 1; });
}

bool mayAddOneByOne(mlir::RankedTensorType x, mlir::RankedTensorType updates) {
  return !isHalf(x) || (updates.hasStaticShape() && updates.getNumElements() == 1);
}

void requireNearest(SizeBuilder &b, bool clip, unsigned axis,
                    llvm::ArrayRef<llvm::Value *> touched) {
  if (!clip)
    return;
  llvm::Value *hasElements = b.ir().CreateICmpNE(b.size(0, axis), b.ir().getInt64(0));
  b.require(b.ir().CreateOr(hasElements, isEmpty(b, touched)),
            "an index has no nearest element on an axis of size 0");
}

Sizes sizesOnAxis(SizeBuilder &b, int64_t rank, int64_t indicesRank, int64_t axis, bool clip) {
  Sizes sizes = sizesOf(b, 0, rank), indices = sizesOf(b, 1, indicesRank);
  sizes.erase(sizes.begin() + axis);
  sizes.insert(sizes.begin() + axis, indices.begin(), indices.end());
  requireNearest(b, clip, axis, sizes);
  return sizes;
}

Sizes sizesOnFirstAxes(SizeBuilder &b, int64_t rank, int64_t indicesRank, int64_t depth,
                       bool clip) {
  Sizes sizes = sizesOf(b, 1, indicesRank - 1);
  for (int64_t axis = depth; axis < rank; ++axis)
    sizes.push_back(b.size(0, axis));
  for (int64_t axis = 0; axis < depth; ++axis)
    requireNearest(b, clip, axis, sizes);
  return sizes;
}

Sizes sizesAlongAxis(SizeBuilder &b, int64_t rank, int64_t axis, bool clip) {
  Sizes sizes = sizesOf(b, 1, rank);
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      requireEqual(b, sizes[i], b.size(0, i),
                   "the indices do not fit the array along axis " + llvm::Twine(axis) +
                       ": the sizes of axis " + llvm::Twine(i) + " differ");
  requireNearest(b, clip, axis, sizes);
  return sizes;
}

Sizes sizesOfScatter(SizeBuilder &b, int64_t rank, llvm::ArrayRef<llvm::Value *> read) {
  for (auto [axis, size] : llvm::enumerate(read))
    requireEqual(b, b.size(2, axis), size,
                 "axis " + llvm::Twine(axis) +
                     " of the updates does not have the size of what the indices name");
  return sizesOf(b, 0, rank);
}

} // namespace cotan
