// eig: meaning and derivative. Signature and doc: eig.td.
#include "cotan/ops/linear_algebra/eig.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/schur_form.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult EigOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<EigOp>(loc, adaptor, {type.getElementType(), type.getElementType()}, results);
}

Arrays EigOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0];
  Array w = emptyFor(*this, operands, 0), v = emptyFor(*this, operands, 1);
  const int64_t n = x.shape().back();
  for (int64_t batch = 0; v.size() && batch < v.size() / (n * n); ++batch) {
    const auto matrix = ComplexDense::of(x, batch);
    ComplexDense values(1, n, nanOf<std::complex<double>>()), vectors(n, n, values(0, 0));
    if (matrix.isFinite()) {
      const SchurForm form(matrix, spacingOf(x.dtype()));
      vectors = form.eigenvectors();
      for (int64_t j = 0; j < n; ++j) {
        values(0, j) = form.t(j, j);
        vectors.scaleColumn(j, conjugate(vectors.phaseOfColumn(j)));
      }
    }
    values.store(w, batch);
    vectors.store(v, batch);
  }
  return {w, v};
}

/// The y with v y = x, or v^T y = x.
static Expr solved(const Expr &v, const Expr &x, bool transposes = false) {
  Exprs factors = lu(v);
  return lu_solve(v, factors[0], factors[1], x, transposes);
}

/// w[j] - w[i] at row i and column j.
static Expr gapsOf(const Expr &w) { return alongColumns(w) - alongRows(w); }

/// The part of the changes of columns that does not change their lengths, which are 1. It is its
/// own adjoint.
static Expr besideColumns(const Expr &v, const Expr &dv) {
  Expr along = sum(real(conj(v) * dv), v.rank() - 2);
  return dv - matmul(v, diagonalMatrix(inTypeOf(v, along)));
}

// With p = v^-1 dx v, dw is the diagonal of p, and v changes by v times p / gaps, but for lengths
// and phases.
Values EigOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr w = b(getW()), v = b(getV()), p = solved(v, matmul(b(t[0]), v));
  Expr dv = besideColumns(v, matmul(v, quotientOffDiagonal(p, gapsOf(w))));
  return {diagonalOf(p), dv + turned(v, turnOfColumns(v, dv))};
}

Values EigOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr w = b(getW()), v = b(getV()), dv = conjugated(b(g[1]));
  dv = besideColumns(v, slopeBeforeTurn(v, dv, slopeOfTurn(v, dv)));
  Expr p = conjugated(matmul(adjoint(v), dv)); // the conjugate of what v was multiplied by
  Expr inner = quotientOffDiagonal(p, gapsOf(w)) + diagonalMatrix(b(g[0]));
  return {solved(v, matmul(inner, transposed(v)), /*transposes=*/true)};
}

Sizes EigOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = squareSizes(rules, 0);
  if (result == 0)
    sizes.pop_back();
  return sizes;
}

RuntimeCall EigOp::runtimeCall() { return {"cotan_eig"}; }

Values EigOp::batch(Batch &x) { return x.again(); }
