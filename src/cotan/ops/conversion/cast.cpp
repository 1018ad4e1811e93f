// cast: meaning and derivative. Signature and doc: cast.td.
#include "cotan/ops/conversion/cast.inc"

#include "cotan/ops/complex/numbers.h"

#include <limits>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

template <typename Out, typename In> static Out converted(In value) {
  if constexpr (std::is_same_v<Out, bool>) {
    return value != 0;
  } else if constexpr (std::is_floating_point_v<In> && std::numeric_limits<Out>::is_integer) {
    using Limits = std::numeric_limits<Out>;
    if (std::isnan(value))
      return Out(0);
    if (value <= static_cast<double>(Limits::min()))
      return Limits::min();
    return value >= static_cast<double>(Limits::max()) ? Limits::max() : static_cast<Out>(value);
  } else {
    return static_cast<Out>(value);
  }
}

Arrays CastOp::evaluate(ArrayRef<Array> x) {
  DType dtype = *dtypeOf(getType().getElementType());
  Array y(dtype, x[0].shape());
  visitReal(x[0].dtype(), [&](auto in) {
    using In = decltype(in);
    visitReal(dtype, [&](auto out) {
      using Out = decltype(out);
      auto from = x[0].values<In>();
      auto to = y.mutableValues<Out>();
      for (size_t i = 0; i < from.size(); ++i)
        to[i] = converted<Out>(static_cast<Exact<In>>(from[i]));
    });
  });
  return {y};
}
Lanes CastOp::lower(Element &x) { return convert(x[0], *dtypeOf(getType().getElementType())); }

Values CastOp::vjp(RuleBuilder &b, ValueRange g) {
  const Expr dy = b(g[0]);
  const bool becomesComplex = isComplexTensor(getType()) && !isComplexTensor(getX().getType());
  return {castTo(becomesComplex ? real(dy) : dy, getX().getType().getElementType())};
}

Values CastOp::splitComplex(RuleBuilder &b) {
  const Expr x = b(getX());
  if (getType().getElementType().isInteger(1))
    return {ne(x, b.full(0, x))};
  auto to = mlir::cast<ComplexType>(getType().getElementType()).getElementType();
  if (isComplexTensor(x.type()))
    return {complex(castTo(real(x), to), castTo(imag(x), to))};
  const Expr re = castTo(x, to);
  return {complex(re, b.full(0, re))};
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  return getX().getType() == getType() ? OpFoldResult(getX()) : nullptr;
}

LogicalResult CastOp::verify() {
  if (isComplexTensor(getX().getType()) && !isComplexTensor(getType()) &&
      !getType().getElementType().isInteger(1))
    return emitOpError("makes complex numbers real; say which part is meant (composite.real)");
  if (getX().getType().getShape() == getType().getShape())
    return success();
  return emitOpError("changes the shape from ") << getX().getType() << " to " << getType();
}
