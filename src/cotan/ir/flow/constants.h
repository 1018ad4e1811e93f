// Conditions and indices that are constant, and the region a branch takes for them.
#pragma once

#include "cotan/ir/flow/flow.h"

#include "llvm/ADT/APInt.h"

namespace cotan::flow {

/// The integer in a constant i1, integer or 0-d tensor of them.
std::optional<llvm::APInt> constantOf(mlir::Attribute attribute);
std::optional<llvm::APInt> constantOf(mlir::Value value);

/// Which of `count` this index of a switch, of such a type, chooses: it is clamped.
size_t clampedIndex(const llvm::APInt &index, mlir::Type type, size_t count);

/// The region flow.if or flow.switch takes for this condition or index; an else that is left out is
/// empty.
mlir::Region &chosenRegion(Structured branch, const llvm::APInt &selector);

} // namespace cotan::flow
