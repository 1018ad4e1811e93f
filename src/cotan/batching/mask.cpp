#include "cotan/batching/mask.h"

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

Value Mask::choose(Value changed, Value kept) {
  Expr x = b(changed);
  return where(along(x), x, b(kept)).value();
}

} // namespace cotan
