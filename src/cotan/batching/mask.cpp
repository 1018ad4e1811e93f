#include "cotan/batching/mask.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {

/// The mask, to be repeated along the other axes of `x`.
Expr Mask::along(const Expr &x) {
  return expand_dims(active, llvm::to_vector(llvm::seq<int64_t>(1, x.rank())));
}

Value Mask::fillIdle(Value value) {
  if (!source) {
    auto numbers = axis.type(IntegerType::get(value.getContext(), 64));
    Expr lane = iota(b, numbers, 0, axis.isStatic() ? Expr() : axis.sizeVector(b));
    source = where(active, lane, max(where(active, lane, 0.0), 0));
  }
  Expr x = b(value), other = take(x, source, 0);
  // An idle lane hands no derivative on, not even a NaN.
  return where(along(x), x, carriesDerivative(x.type()) ? stop_gradient(other) : other).value();
}

Value Mask::select(Value changed, Value kept) {
  Expr x = b(changed);
  return where(along(x), x, b(kept)).value();
}

// Where all lanes are active, what changes may take another shape.
Value Mask::choose(Value changed, Value kept) {
  auto type = mlir::cast<RankedTensorType>(changed.getType());
  if (!ShapedType::isDynamicShape(type.getShape().drop_front()))
    return select(changed, kept);
  if (!everyLane)
    everyLane = all(active, int64_t(0));
  auto branch = flow::IfOp::create(ops, changed.getLoc(), type, everyLane.value());
  OpBuilder::InsertionGuard guard(ops);
  ops.createBlock(&branch.getThenRegion());
  flow::YieldOp::create(ops, changed.getLoc(), changed);
  ops.createBlock(&branch.getElseRegion());
  flow::YieldOp::create(ops, changed.getLoc(), select(changed, kept));
  return branch.getResult(0);
}

} // namespace cotan
