// maximum, minimum: meaning and derivative. Signature and doc: extremum.td.
#include "cotan/ops/arithmetic/extremum.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// IEEE 754-2019's maximum: NaN wins, and zeros are told apart by sign.
template <typename T> T larger(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    if (a == b)
      return std::signbit(a) ? b : a;
  }
  return a > b ? a : b;
}

template <typename T> T smaller(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    if (a == b)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

/// Sends the cotangent to the operand that won, and half of it to each at a tie. It is selected,
/// not multiplied by 0, so an infinite one does not become NaN.
Values share(const Expr &dz, const Expr &xWins, const Expr &tie) {
  Expr half = 0.5 * dz;
  Expr dx = where(tie, half, where(xWins, dz, 0.0));
  Expr dy = where(tie, half, where(xWins, 0.0, dz));
  return {dx, dy};
}

} // namespace

Arrays MaximumOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return larger(a, b); })};
}

Values MaximumOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), y = b(getY());
  return share(b(g[0]), x > y, eq(x, y));
}

Arrays MinimumOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return smaller(a, b); })};
}

Values MinimumOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), y = b(getY());
  return share(b(g[0]), x < y, eq(x, y));
}
