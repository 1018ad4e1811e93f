#include "cotan/ops/reduction/vector_norm.h"

using namespace mlir;

namespace cotan {

/// `root` of a sum of what is never negative, 0 where that is 0: it does not see the 0, where its
/// slope is not finite.
template <typename F> static Expr guarded(const Expr &total, F root) {
  Expr isPositive = total > 0.0;
  Expr y = where(isPositive, root(where(isPositive, total, 1.0)), 0.0);
  return where(is_nan(total), total, y);
}

Expr vectorNorm(const Expr &x, double p, ArrayRef<int64_t> axes, bool keepdims) {
  RuleBuilder &b = x.builder();
  if (p == 0)
    return sum(castTo(ne(x, b.full(0.0, x)), x.elementType()), axes, keepdims);
  if (p == 1)
    return sum(abs(x), axes, keepdims);
  if (std::isinf(p))
    return max(abs(x), axes, keepdims);
  if (p == 2)
    return guarded(sum(square(x), axes, keepdims), [](const Expr &s) { return sqrt(s); });
  Expr size = abs(x);
  Expr powers = guarded(size, [&](const Expr &s) { return pow(s, b.full(p, s)); });
  return guarded(sum(powers, axes, keepdims),
                 [&](const Expr &s) { return pow(s, b.full(1 / p, s)); });
}

LogicalResult verifyOrder(Operation *op, double p) {
  return p >= 0 ? success() : op->emitOpError("p is ") << p << ", but must not be negative";
}

} // namespace cotan
