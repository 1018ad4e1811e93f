// Places named by indices that are data: what take, gather_nd and take_along_axis read, and which
// sizes indexing ops need at run time.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

/// A place `at` in operand 0, whose positions along some axes come from indices.
class IndexedPlace {
public:
  IndexedPlace(Element &x, llvm::ArrayRef<Position> at, bool clip)
      : x(x), at(at.begin(), at.end()), clip(clip) {}

  /// Adds the next axis, on which `index` names the place: the nearest one in range with `clip`.
  void addIndex(const Lanes &index);
  void addPlaces(llvm::ArrayRef<Position> places) { at.append(places.begin(), places.end()); }
  /// The element of operand 0, a tensor of this type; 0 where an index is out of range.
  Lanes read(mlir::RankedTensorType type) const;
  /// The element of the updates (operand 2) there, or added to what is there.
  Update write() const;
  Update add(mlir::RankedTensorType type) const;

private:
  Element &x;
  Place at;
  bool clip;
  Lanes isInside; // none: everywhere
};

// Where an element goes to or comes from: its own place is `x.place()`, the indices are operand 1.

/// `count` axes of the indices stand in for `axis`.
IndexedPlace placeOnAxis(Element &x, int64_t axis, int64_t count, bool clip);
/// Along the last axis of the indices lie tuples of one number for each of the first axes.
IndexedPlace placeOnFirstAxes(Element &x, mlir::RankedTensorType indices, bool clip);
IndexedPlace placeAlongAxis(Element &x, int64_t axis, bool clip);

/// Whether no two indices can name one place: there is only one.
bool isSingle(llvm::ArrayRef<int64_t> sizesOfIndices);
/// Whether additions one by one are rounded as they should: together once, for types that are
/// summed up in a wider one.
bool mayAddOneByOne(mlir::RankedTensorType x, mlir::RankedTensorType updates);

// The sizes of what is read at the indices (operand 1) of operand 0. With `clip`, an axis that is
// indexed must have elements if anything is read.

Sizes sizesOnAxis(SizeRules &rules, int64_t axis, bool clip);
/// `depth`: how many axes.
Sizes sizesOnFirstAxes(SizeRules &rules, int64_t depth, bool clip);
Sizes sizesAlongAxis(SizeRules &rules, int64_t axis, bool clip);
/// The sizes of a scatter, whose updates (operand 2) must have the sizes of what would be read.
Sizes sizesOfScatter(SizeRules &rules, llvm::ArrayRef<Size> read);

} // namespace cotan
