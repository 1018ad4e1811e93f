// Sizes of transforms of real numbers, of which the first half says everything.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

/// Those of operand 0, of which the numbers along `axis` become the first half.
inline Sizes halfSizes(SizeRules &rules, int64_t axis) {
  Sizes sizes = rules.sizes(0);
  rules.require(Size(1) <= sizes[axis],
                "axis " + llvm::Twine(axis) + " has no numbers to transform");
  sizes[axis] = sizes[axis] / 2 + 1;
  return sizes;
}

/// Those of operand 0, of which the numbers along `axis` are such a half.
inline Sizes wholeSizes(SizeRules &rules, int64_t axis, bool isOdd) {
  Sizes sizes = rules.sizes(0);
  sizes[axis] = (sizes[axis] - 1) * 2 + (isOdd ? 1 : 0);
  rules.require(Size(1) <= sizes[axis], "axis " + llvm::Twine(axis) + " would have no numbers");
  return sizes;
}

} // namespace cotan
