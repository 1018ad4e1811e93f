// What ops say sizes with, and read places with, when machine code is made of them.
#pragma once

#include "cotan/ir/lowering/element.h"
#include "cotan/ir/rules/sizes.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace cotan {

/// The result's sizes: static, or read from the shape operand `shape`, if there is one.
Sizes sizesGiven(SizeRules &rules, mlir::RankedTensorType result, std::optional<unsigned> shape);
/// One of them, as a number.
Lanes sizeGiven(Element &x, mlir::RankedTensorType result, unsigned shape, unsigned axis);

/// A place that can be changed along single axes.
inline Place placeOf(Element &x) { return Place(x.place().begin(), x.place().end()); }
/// A size as a number.
inline Lanes asNumber(Element &x, llvm::Value *size) {
  return Lanes(x.builder(), DType::i64, size);
}
/// Number `at` of operand `i`, a vector.
inline Lanes numberAt(Element &x, unsigned i, int64_t at) {
  return x.read(i, {Position(x.builder(), at)});
}
inline Lanes clamped(const Lanes &x, const Lanes &low, const Lanes &high) {
  return minimum(maximum(x, low), high);
}
/// Both conditions; either may be missing, and then holds.
inline Lanes both(const Lanes &a, const Lanes &b) { return a && b ? a & b : a ? a : b; }

} // namespace cotan
