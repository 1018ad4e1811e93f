// and, or, xor, not: meaning. Signature and doc: logic.td.
#include "cotan/ops/logic/logic.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

// Of the floating-point types, which these ops do not take, nothing needs to be computed.
template <typename F> static Array zipBits(ArrayRef<Array> x, F f) {
  return zipExact(x[0], x[1], [&](auto a, auto b) -> decltype(a) {
    if constexpr (std::is_floating_point_v<decltype(a)>)
      return 0;
    else
      return f(a, b);
  });
}

Arrays AndOp::evaluate(ArrayRef<Array> x) {
  return {zipBits(x, [](auto a, auto b) { return a & b; })};
}
Lanes AndOp::lower(Element &x) { return x[0] & x[1]; }

OpFoldResult AndOp::fold(FoldAdaptor) { return getX() == getY() ? OpFoldResult(getX()) : nullptr; }

Arrays OrOp::evaluate(ArrayRef<Array> x) {
  return {zipBits(x, [](auto a, auto b) { return a | b; })};
}
Lanes OrOp::lower(Element &x) { return x[0] | x[1]; }

OpFoldResult OrOp::fold(FoldAdaptor) { return getX() == getY() ? OpFoldResult(getX()) : nullptr; }

Arrays XorOp::evaluate(ArrayRef<Array> x) {
  return {zipBits(x, [](auto a, auto b) { return a ^ b; })};
}
Lanes XorOp::lower(Element &x) { return x[0] ^ x[1]; }

Arrays NotOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) -> decltype(a) {
    if constexpr (std::is_same_v<decltype(a), bool>)
      return !a;
    else if constexpr (std::is_integral_v<decltype(a)>)
      return ~a;
    else
      return a;
  })};
}
Lanes NotOp::lower(Element &x) { return ~x[0]; }

OpFoldResult NotOp::fold(FoldAdaptor) {
  auto inner = getX().getDefiningOp<NotOp>();
  return inner ? OpFoldResult(inner.getX()) : nullptr;
}
