#include "cotan/ops/indexing/lane_indices.h"

#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

Expr withLaneNumbers(const Expr &tuples) {
  RuleBuilder &b = tuples.builder();
  // A narrow type may not hold the number of the lane.
  Expr wide = tuples;
  if (!tuples.elementType().isUnsignedInteger(64))
    wide = castTo(tuples, IntegerType::get(tuples.elementType().getContext(), 64));
  SmallVector<int64_t> sizes(wide.sizes());
  sizes.back() = 1;
  RankedTensorType type = wide.type().clone(sizes);
  Expr shape;
  if (!type.hasStaticShape()) {
    Expr all = b.shapeOf(wide.value());
    shape = b.join({slice(all, {0}, {wide.rank() - 1}, {1}), b.integers({1})});
  }
  return concat({iota(b, type, 0, shape), wide}, wide.rank() - 1);
}

Expr tuplesOf(const Expr &indices) { return withLaneNumbers(expand_dims(indices, indices.rank())); }

} // namespace cotan
