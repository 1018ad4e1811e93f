// abs, sign: meaning and derivative. Signature and doc: magnitude.td.
#include "cotan/ops/arithmetic/magnitude.inc"

using namespace cotan;
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
