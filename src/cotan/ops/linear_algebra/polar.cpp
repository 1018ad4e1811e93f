// polar: meaning and derivative. Signature and doc: polar.td.
#include "cotan/ops/linear_algebra/polar.inc"

#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/singular.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult PolarOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<PolarOp>(loc, adaptor, type.getElementType(), results);
}

Arrays PolarOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  forEachMatrix(y, [&](int64_t batch, auto number) {
    const auto parts = Singular<decltype(number)>::of(Dense<decltype(number)>::of(x[0], batch));
    parts.u.times(parts.vt).store(y, batch);
  });
  return {y};
}

/// How y changes with x: dy = y w + (1 - y y^H) dx p^-1, where p w + w p = y^H dx - dx^H y. From
/// x = y p, whose p stays Hermitian; the second term is nothing of square matrices. As a map of
/// real numbers it is its own transpose.
static Expr changeOf(const Expr &x, const Expr &y, const Expr &dx) {
  Expr along = matmul(adjoint(y), x), p = (along + adjoint(along)) * 0.5;
  Expr inner = matmul(adjoint(y), dx);
  Expr dy = matmul(y, sylvester(p, p, inner - adjoint(inner)));
  ArrayRef<int64_t> sides = y.sizes().take_back(2);
  if (sides[0] == sides[1] && !ShapedType::isDynamic(sides[0]))
    return dy;
  Expr half = p * 0.5, one = lowerPart(upperPart(x.builder().full(1, p)));
  return dy + matmul(dx - matmul(y, inner), sylvester(half, half, one));
}

Values PolarOp::jvp(RuleBuilder &b, ValueRange t) {
  return {changeOf(b(getX()), b(getY()), b(t[0]))};
}

Values PolarOp::vjp(RuleBuilder &b, ValueRange g) {
  return {conjugated(changeOf(b(getX()), b(getY()), conjugated(b(g[0]))))};
}

Sizes PolarOp::sizes(Adaptor, SizeRules &rules, unsigned) { return tallSizes(rules); }

RuntimeCall PolarOp::runtimeCall() { return {"cotan_polar"}; }

Values PolarOp::batch(Batch &x) { return x.again(); }
