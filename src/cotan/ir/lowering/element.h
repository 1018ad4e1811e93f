// What an op's `lower` sees: one element of a result, or some side by side.
#pragma once

#include "cotan/ir/lowering/position.h"

namespace cotan {

/// The element that is being computed. An elementwise op needs `x[i]` only: operand i at the same
/// place. Ops that move elements read operands at other places.
class Element {
public:
  virtual ~Element() = default;

  /// Operand `i` at the place of the result.
  Lanes operator[](unsigned i) { return read(i, place()); }
  /// Operand `i` at any place in it.
  virtual Lanes read(unsigned i, llvm::ArrayRef<Position> at) = 0;
  /// The same where the i1 `wanted` is true; elsewhere `otherwise`, and `at` may be outside.
  virtual Lanes readIf(const Lanes &wanted, unsigned i, llvm::ArrayRef<Position> at,
                       const Lanes &otherwise) = 0;
  /// The place in the result, one position per axis.
  virtual llvm::ArrayRef<Position> place() const = 0;
  /// The place as numbers: i64, along one axis.
  virtual Lanes placeNumbers(unsigned axis) = 0;
  /// The size of operand `i` along an axis, an i64.
  virtual llvm::Value *size(unsigned i, unsigned axis) = 0;
  /// Which result.
  virtual unsigned result() const { return 0; }
  virtual LaneBuilder &builder() = 0;
};

} // namespace cotan
