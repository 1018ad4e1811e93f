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

static void requireNearest(SizeRules &rules, bool clip, unsigned axis,
                           llvm::ArrayRef<Size> touched) {
  if (clip)
    rules.requireWhenRun((1 <= rules.size(0, axis)) | isEmpty(touched),
                         "an index has no nearest element on an axis of size 0");
}

Sizes sizesOnAxis(SizeRules &rules, int64_t axis, bool clip) {
  Sizes sizes = rules.sizes(0), indices = rules.sizes(1);
  sizes.erase(sizes.begin() + axis);
  sizes.insert(sizes.begin() + axis, indices.begin(), indices.end());
  requireNearest(rules, clip, axis, sizes);
  return sizes;
}

Sizes sizesOnFirstAxes(SizeRules &rules, int64_t depth, bool clip) {
  Sizes sizes = rules.sizes(1), x = rules.sizes(0);
  sizes.pop_back();
  sizes.append(x.begin() + depth, x.end());
  for (int64_t axis = 0; axis < depth; ++axis)
    requireNearest(rules, clip, axis, sizes);
  return sizes;
}

Sizes sizesAlongAxis(SizeRules &rules, int64_t axis, bool clip) {
  Sizes sizes = rules.sizes(1);
  for (int64_t i = 0; i < int64_t(sizes.size()); ++i)
    if (i != axis)
      rules.requireEqual(sizes[i], rules.size(0, i),
                         "the indices do not fit the array along axis " + llvm::Twine(axis) +
                             ": the sizes of axis " + llvm::Twine(i) + " differ");
  requireNearest(rules, clip, axis, sizes);
  return sizes;
}

Sizes sizesOfScatter(SizeRules &rules, llvm::ArrayRef<Size> read) {
  for (auto [axis, size] : llvm::enumerate(read))
    rules.requireEqual(rules.size(2, axis), size,
                       "axis " + llvm::Twine(axis) +
                           " of the updates does not have the size of what the indices name");
  return rules.sizes(0);
}

} // namespace cotan
