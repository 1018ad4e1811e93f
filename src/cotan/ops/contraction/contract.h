// Sums of products over pairs of elements: what matmul and dot_general compute.
#pragma once

#include "cotan/ir/rules/rule_builder.h"
#include "cotan/support/array.h"

namespace cotan {

/// Where the elements of one operand lie: the element of batch i, row j, summand k is at
/// batch[i] + row[j] + summand[k].
struct ContractionOperand {
  const Array &array;
  std::vector<int64_t> batch, row, summand;
};

/// The offsets sum(index * step) of all indices of a block of these sizes, in row-major order.
std::vector<int64_t> offsetsOf(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> steps);

/// The axes of an operand by their roles; the others are free.
struct ContractionAxes {
  llvm::SmallVector<int64_t> batching, contracting;

  /// Turns axes of an operand into those it had before it was permuted. False, and nothing changes,
  /// if the free axes were in another order then: the result would have that order, too.
  bool moveBefore(llvm::ArrayRef<int64_t> permutation);
};

/// The dot_general of x and y with these axes, where operand `i` (0 or 1) is `before` with its axes
/// permuted: said of `before`. Null where the result would be another.
mlir::Value contractBefore(RuleBuilder &b, ContractionAxes lhs, ContractionAxes rhs, mlir::Value x,
                           mlir::Value y, unsigned i, mlir::Value before,
                           llvm::ArrayRef<int64_t> permutation);

/// Sets z[batch, row of x, row of y] to the sum over k of x * y, rounded once. Integers wrap
/// around. Make z before the offsets: that is where sizes beyond all memory are refused.
void contract(const ContractionOperand &x, const ContractionOperand &y, Array &z);

} // namespace cotan
