// abs, sign, copysign, hypot: meaning and derivative. Signature and doc: magnitude.td.
#include "cotan/ops/arithmetic/magnitude.h"

#include "cotan/ops/arithmetic/magnitude.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace cotan::prim;
using namespace mlir;

Arrays AbsOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) -> decltype(a) {
    if constexpr (std::is_same_v<decltype(a), int64_t>)
      return a < 0 ? static_cast<int64_t>(-static_cast<uint64_t>(a)) : a;
    else if constexpr (std::is_same_v<decltype(a), double>)
      return std::fabs(a);
    else
      return a;
  })};
}
Lanes AbsOp::lower(Element &x) { return abs(x[0]); }

Values AbsOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * sign(b(getX()))}; }

Arrays SignOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) -> decltype(a) {
    using T = decltype(a);
    return a > 0 ? T(1) : a < T(0) ? T(-1) : a; // what is left is a zero or NaN
  })};
}
Lanes SignOp::lower(Element &element) {
  Lanes x = element[0];
  return select(x > 0.0, 1.0, select(x < 0.0, -1.0, x));
}

Arrays CopysignOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return std::copysign(double(a), double(b)); })};
}
Lanes CopysignOp::lower(Element &x) { return copysign(x[0], x[1]); }

Values CopysignOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), one = b.full(1, x);
  return {b(g[0]) * (copysign(one, x) * copysign(one, b(getY()))), Expr()};
}

std::pair<Expr, Expr> cotan::directionOf(const Expr &x, const Expr &y, const Expr &distance) {
  Expr isSpecial = or_(eq(distance, distance.builder().full(0, distance)), is_inf(distance));
  Expr divisor = where(isSpecial, 1.0, distance);
  return {where(isSpecial, 0.0, x) / divisor, where(isSpecial, 0.0, y) / divisor};
}

// By what both are divided does not matter, so it has no derivative.
Values HypotOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), y = b(getY());
  Expr isInfinite = or_(is_inf(x), is_inf(y));
  Expr larger = stop_gradient(maximum(abs(x), abs(y)));
  Expr size = where(isInfinite, INFINITY, larger);
  auto [u, v] = directionOf(x, y, size);
  Expr isPlain = and_(size < INFINITY, ne(size, b.full(0, size)));
  return {where(isPlain, size * sqrt(where(isPlain, u * u + v * v, 1.0)), size)};
}

Values HypotOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]);
  auto [u, v] = directionOf(b(getX()), b(getY()), b(getZ()));
  return {dz * u, dz * v};
}
