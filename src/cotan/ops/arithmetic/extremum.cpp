// maximum, minimum: meaning and derivative. Signature and doc: extremum.td.
#include "cotan/ops/arithmetic/extremum.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/arithmetic/scalar_arithmetic.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// Sends the cotangent to the operand that won, and half of it to each at a tie. It is selected,
/// not multiplied by 0, so an infinite one does not become NaN.
Values share(const Expr &dz, const Expr &xWins, const Expr &tie) {
  Expr half = 0.5 * dz;
  Expr dx = where(tie, half, where(xWins, dz, 0.0));
  Expr dy = where(tie, half, where(xWins, 0.0, dz));
  return {dx, dy};
}

/// As NumPy does: the first of two numbers with NaN, and of others by the first parts that differ.
template <typename F> Values winnersParts(const Expr &x, const Expr &y, F comesFirst) {
  const Complex z = partsOf(x), w = partsOf(y);
  Expr wins = or_(comesFirst(z.re, w.re), and_(eq(z.re, w.re), not_(comesFirst(w.im, z.im))));
  wins = or_(is_nan(x), and_(wins, not_(is_nan(y))));
  return {joined({where(wins, z.re, w.re), where(wins, z.im, w.im)})};
}

} // namespace

Arrays MaximumOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return larger(a, b); })};
}
Lanes MaximumOp::lower(Element &x) { return maximum(x[0], x[1]); }

Values MaximumOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), y = b(getY());
  return share(b(g[0]), isComplexTensor(x.type()) ? eq(x, b(getZ())) : x > y, eq(x, y));
}

Arrays MinimumOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return smaller(a, b); })};
}
Lanes MinimumOp::lower(Element &x) { return minimum(x[0], x[1]); }

Values MinimumOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), y = b(getY());
  return share(b(g[0]), isComplexTensor(x.type()) ? eq(x, b(getZ())) : x < y, eq(x, y));
}

//--- complex numbers

Values MaximumOp::splitComplex(RuleBuilder &b) {
  return winnersParts(b(getX()), b(getY()), [](const Expr &x, const Expr &y) { return x > y; });
}
Values MinimumOp::splitComplex(RuleBuilder &b) {
  return winnersParts(b(getX()), b(getY()), [](const Expr &x, const Expr &y) { return x < y; });
}
