// xlogy, xlog1py, entr: meaning and derivative. Signature and doc: xlogy.td.
#include "cotan/ops/special/xlogy.inc"

#include <cmath>

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

Expr isZero(RuleBuilder &b, const Expr &x) { return eq(x, b.full(0, x)); }

/// What mul_no_nan forgets where x is 0: that y is NaN.
Expr withNaNOf(const Expr &y, const Expr &product) { return where(ne(y, y), y, product); }

} // namespace

Values XlogyOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), y = b(getY());
  return {withNaNOf(y, mul_no_nan(log(y), x))};
}
Values XlogyOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]), x = b(getX()), y = b(getY()), dx, dy;
  if (b.needs(0))
    dx = dz * log(y);
  if (b.needs(1)) // x / y, but 0 where both are 0
    dy = dz * (x / where(and_(isZero(b, x), isZero(b, y)), 1.0, y));
  return {dx, dy};
}

Values Xlog1pyOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), y = b(getY());
  return {withNaNOf(y, mul_no_nan(log1p(y), x))};
}
Values Xlog1pyOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]), x = b(getX()), y = b(getY()), dx, dy;
  if (b.needs(0))
    dx = dz * log1p(y);
  if (b.needs(1)) {
    Expr next = 1.0 + y;
    dy = dz * (x / where(and_(isZero(b, x), isZero(b, next)), 1.0, next));
  }
  return {dx, dy};
}

Values EntrOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(x < 0.0, -HUGE_VAL, mul_no_nan(-log(x), x))};
}
Values EntrOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) * (-1.0 - log(x))};
}
