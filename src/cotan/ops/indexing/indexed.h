// Places named by indices that are data: what take, gather_nd and take_along_axis read, and which
// sizes indexing ops need at run time.
#pragma once

#include "cotan/ir/lowering/element.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

/// Reads operand 0 at `at`, whose positions along some axes come from indices.
class IndexedRead {
public:
  IndexedRead(Element &x, llvm::ArrayRef<Position> at, bool clip)
      : x(x), at(at.begin(), at.end()), clip(clip) {}

  /// Adds the next axis, on which `index` names the place: the nearest one in range with `clip`.
  void addIndex(const Lanes &index);
  void addPlaces(llvm::ArrayRef<Position> places) { at.append(places.begin(), places.end()); }
  /// The element; 0 where an index is out of range.
  Lanes read(mlir::RankedTensorType type);

private:
  Element &x;
  Place at;
  bool clip;
  Lanes isInside; // none: everywhere
};

/// With `clip`, an axis of operand 0 that is indexed must have elements if anything is read or
/// written; `touched` are the sizes of that.
void requireNearest(SizeBuilder &b, bool clip, unsigned axis,
                    llvm::ArrayRef<llvm::Value *> touched);

// The sizes of what is read at the indices (operand 1) of operand 0.

Sizes sizesOnAxis(SizeBuilder &b, int64_t rank, int64_t indicesRank, int64_t axis, bool clip);
Sizes sizesOnFirstAxes(SizeBuilder &b, int64_t rank, int64_t indicesRank, int64_t depth, bool clip);
Sizes sizesAlongAxis(SizeBuilder &b, int64_t rank, int64_t axis, bool clip);
/// The sizes of a scatter, whose updates (operand 2) must have the sizes of what would be read.
Sizes sizesOfScatter(SizeBuilder &b, int64_t rank, llvm::ArrayRef<llvm::Value *> read);

} // namespace cotan
