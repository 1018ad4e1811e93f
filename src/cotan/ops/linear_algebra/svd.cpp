// svd: meaning and derivative. Signature and doc: svd.td.
#include "cotan/ops/linear_algebra/svd.inc"

#include "cotan/ir/reproducible.h"
#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/singular.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult SvdOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  Type element = type.getElementType(), part = partTypeOf(element);
  return inferTypes<SvdOp>(loc, adaptor, {element, part ? part : element, element}, results);
}

Arrays SvdOp::evaluate(ArrayRef<Array> x) {
  Array u = emptyFor(*this, x, 0), s = emptyFor(*this, x, 1), vt = emptyFor(*this, x, 2);
  forEachMatrix(u, [&](int64_t batch, auto number) {
    using T = decltype(number);
    const auto parts = Singular<T>::of(Dense<T>::of(x[0], batch));
    parts.u.store(u, batch);
    parts.s.store(s, batch);
    parts.vt.store(vt, batch);
  });
  return {u, s, vt};
}

/// s[j]^2 - s[i]^2 at row i and column j.
static Expr gapsOfSquares(const Expr &s) {
  Expr left = alongRows(s), right = alongColumns(s);
  return (right - left) * (right + left);
}

/// The part of x that is not along the columns of u, divided by s; nothing of square matrices.
static Expr besides(const Expr &u, const Expr &s, const Expr &x) {
  ArrayRef<int64_t> sizes = u.sizes().take_back(2);
  if (sizes[0] == sizes[1] && !ShapedType::isDynamic(sizes[0]))
    return {};
  RuleBuilder &b = x.builder();
  Expr row = expand_dims(s, s.rank() - 1);
  auto type = x.type().clone(s.elementType());
  Expr rows = broadcast(type, row, type.hasStaticShape() ? Expr() : b.shapeOf(x.value()));
  return quotient(x - matmul(u, matmul(adjoint(u), x)), rows);
}

/// Of complex x, the imaginary numbers on its diagonal, divided by s: how vectors turn in phase.
static Expr turnOfPhases(const Expr &x, const Expr &s) {
  if (!isComplexTensor(x.type()))
    return {};
  Expr turn = quotient(imag(diagonalOf(x)), s);
  return diagonalMatrix(complex(x.builder().full(0, turn), turn));
}

// Townsend 2016, "Differentiating the singular value decomposition". v is square. u alone takes the
// turn of u against v; then both turn so that the phases of u stay.
Values SvdOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr u = b(getU()), s = b(getS()), vt = b(getVt()), dx = matmul(b(t[0]), adjoint(vt));
  Expr inner = matmul(adjoint(u), dx);
  Expr left = inTypeOf(u, alongRows(s)), right = inTypeOf(u, alongColumns(s));
  Expr turnU = quotientOffDiagonal(inner * right + left * adjoint(inner), gapsOfSquares(s));
  Expr turnV = quotientOffDiagonal(left * inner + adjoint(inner) * right, gapsOfSquares(s));
  turnU = total(turnU, turnOfPhases(inner, s));
  Expr du = total(matmul(u, turnU), besides(u, s, dx)), dvt = matmul(adjoint(turnV), vt);
  if (isComplexTensor(u.type())) {
    Expr turn = turnOfColumns(u, du);
    du = du + turned(u, turn);
    dvt = dvt - turned(vt, transposed(turn));
  }
  return {du, realPart(diagonalOf(inner)), dvt};
}

Values SvdOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr u = b(getU()), s = b(getS()), vt = b(getVt());
  Expr du = conjugated(b(g[0])), dvt = conjugated(b(g[2]));
  if (isComplexTensor(u.type()))
    du = slopeBeforeTurn(u, du, slopeOfTurn(u, du) - slopeOfTurn(transposed(vt), transposed(dvt)));
  Expr left = inTypeOf(u, alongRows(s)), right = inTypeOf(u, alongColumns(s));
  Expr along = matmul(adjoint(u), du);
  Expr turnU = quotientOffDiagonal(along, gapsOfSquares(s));
  Expr turnV = quotientOffDiagonal(matmul(vt, adjoint(dvt)), gapsOfSquares(s));
  Expr inner = inTypeOf(u, diagonalMatrix(b(g[1]))) + (turnU + adjoint(turnU)) * right +
               left * (turnV + adjoint(turnV));
  inner = total(inner, turnOfPhases(along, s));
  return {conjugated(matmul(total(matmul(u, inner), besides(u, s, du)), vt))};
}

Sizes SvdOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = tallSizes(rules);
  if (result == 2)
    sizes[sizes.size() - 2] = sizes.back();
  if (result == 1)
    sizes.erase(sizes.end() - 2);
  return sizes;
}

RuntimeCall SvdOp::runtimeCall() { return {"cotan_svd", {isReproducible(*this)}}; }

Values SvdOp::batch(Batch &x) { return x.again(); }
