// floor, ceil, round, trunc, frac: meaning. Signature and doc: rounding.td.
#include "cotan/ops/arithmetic/rounding.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace cotan::prim;
using namespace mlir;

Arrays FloorOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::floor(a); })};
}
Lanes FloorOp::lower(Element &x) { return floor(x[0]); }

Arrays CeilOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::ceil(a); })};
}
Lanes CeilOp::lower(Element &x) { return ceil(x[0]); }

Arrays RoundOp::evaluate(ArrayRef<Array> x) {
  // The rounding mode is never changed from its default, nearest even.
  return {mapExact(x[0], [](auto a) { return std::nearbyint(double(a)); })};
}
Lanes RoundOp::lower(Element &x) { return roundEven(x[0]); }

Arrays TruncOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::trunc(a); })};
}
Lanes TruncOp::lower(Element &x) { return trunc(x[0]); }

Values FracOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {x - trunc(x)};
}
