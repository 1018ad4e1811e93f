// floor, ceil, round, trunc: meaning. Signature and doc: rounding.td.
#include "cotan/ops/arithmetic/rounding.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays FloorOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::floor(a); })};
}

Arrays CeilOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::ceil(a); })};
}

Arrays RoundOp::evaluate(ArrayRef<Array> x) {
  // The rounding mode is never changed from its default, nearest even.
  return {mapExact(x[0], [](auto a) { return std::nearbyint(double(a)); })};
}

Arrays TruncOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::trunc(a); })};
}
