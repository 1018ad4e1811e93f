// svd: meaning and derivative. Signature and doc: svd.td.
#include "cotan/ops/linear_algebra/svd.inc"

#include "cotan/ops/linear_algebra/singular.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult SvdOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  SmallVector<Type> elementTypes(3, type.getElementType());
  return inferTypes<SvdOp>(loc, adaptor, elementTypes, results);
}

Arrays SvdOp::evaluate(ArrayRef<Array> x) {
  Array u = emptyFor(*this, x, 0), s = emptyFor(*this, x, 1), vt = emptyFor(*this, x, 2);
  for (int64_t batch = 0; u.size() != 0 && batch < batchesOf(u); ++batch) {
    const Singular parts = Singular::of(Dense::of(x[0], batch));
    parts.u.store(u, batch);
    parts.s.store(s, batch);
    parts.vt.store(vt, batch);
  }
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
  Expr rows = broadcast(x.type(), row, x.type().hasStaticShape() ? Expr() : b.shapeOf(x.value()));
  return quotient(x - matmul(u, matmul(transposed(u), x)), rows);
}

// Townsend 2016, "Differentiating the singular value decomposition". v is square.
Values SvdOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr u = b(getU()), s = b(getS()), vt = b(getVt()), dx = matmul(b(t[0]), transposed(vt));
  Expr inner = matmul(transposed(u), dx), left = alongRows(s), right = alongColumns(s);
  Expr turnU = quotientOffDiagonal(inner * right + left * transposed(inner), gapsOfSquares(s));
  Expr turnV = quotientOffDiagonal(left * inner + transposed(inner) * right, gapsOfSquares(s));
  return {total(matmul(u, turnU), besides(u, s, dx)), diagonalOf(inner),
          matmul(transposed(turnV), vt)};
}

Values SvdOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr u = b(getU()), s = b(getS()), vt = b(getVt()), du = b(g[0]);
  Expr turnU = quotientOffDiagonal(matmul(transposed(u), du), gapsOfSquares(s));
  Expr turnV = quotientOffDiagonal(matmul(vt, transposed(b(g[2]))), gapsOfSquares(s));
  Expr inner = diagonalMatrix(b(g[1])) + (turnU + transposed(turnU)) * alongColumns(s) +
               alongRows(s) * (turnV + transposed(turnV));
  return {matmul(total(matmul(u, inner), besides(u, s, du)), vt)};
}

Sizes SvdOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = tallSizes(rules);
  if (result == 2)
    sizes[sizes.size() - 2] = sizes.back();
  if (result == 1)
    sizes.erase(sizes.end() - 2);
  return sizes;
}

RuntimeCall SvdOp::runtimeCall() { return {"cotan_svd"}; }

Values SvdOp::batch(Batch &x) { return x.again(); }
