// triangular_solve: meaning and derivative. Signature and doc: triangular_solve.td.
#include "cotan/ops/linear_algebra/triangular_solve.inc"

#include "cotan/ops/linear_algebra/dense.h"
#include "cotan/ops/linear_algebra/matrices.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult TriangularSolveOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto a = cast<RankedTensorType>(adaptor.getA().getType());
  auto b = cast<RankedTensorType>(adaptor.getB().getType());
  if (failed(verifySystem(loc, a, b)))
    return failure();
  return inferTypes<TriangularSolveOp>(loc, adaptor, b.getElementType(), results);
}

/// Substitution, from the row that has one unknown on.
template <typename T> static void substitute(TriangularSolveOp op, const Dense<T> &a, Dense<T> &x) {
  const bool goesDown = op.getLower() != op.getTranspose();
  auto element = [&](int64_t i, int64_t j) { return op.getTranspose() ? a(j, i) : a(i, j); };
  for (int64_t step = 0; step < a.rows; ++step) {
    const int64_t i = goesDown ? step : a.rows - 1 - step;
    for (int64_t column = 0; column < x.columns; ++column) {
      T rest = x(i, column);
      for (int64_t j = goesDown ? 0 : i + 1; j < (goesDown ? i : a.rows); ++j)
        rest -= element(i, j) * x(j, column);
      x(i, column) = op.getUnitDiagonal() ? rest : rest / a(i, i);
    }
  }
}

Arrays TriangularSolveOp::evaluate(ArrayRef<Array> operands) {
  Array x = emptyFor(*this, operands);
  forEachMatrix(x, [&](int64_t batch, auto number) {
    using Matrix = Dense<decltype(number)>;
    Matrix solution = Matrix::of(operands[1], batch);
    substitute(*this, Matrix::of(operands[0], batch), solution);
    solution.store(x, batch);
  });
  return {x};
}

/// Of something in the shape of a: the elements the op reads.
static Expr partRead(TriangularSolveOp op, const Expr &a) {
  const int64_t offset = op.getUnitDiagonal() ? 1 : 0;
  return op.getLower() ? lowerPart(a, -offset) : upperPart(a, offset);
}

Values TriangularSolveOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr db = triangular_solve(b(getA()), b(g[0]), getLower(), !getTranspose(), getUnitDiagonal());
  Expr da;
  if (b.needs(0)) {
    Expr x = b(getX());
    da = getTranspose() ? matmul(x, transposed(db)) : matmul(db, transposed(x));
    da = -partRead(*this, da);
  }
  return {da, db};
}

// a dx = db - da x
Values TriangularSolveOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr right = t[1] ? b(t[1]) : Expr();
  if (t[0]) {
    Expr da = partRead(*this, b(t[0]));
    right = difference(right, matmul(getTranspose() ? transposed(da) : da, b(getX())));
  }
  return {triangular_solve(b(getA()), right, getLower(), getTranspose(), getUnitDiagonal())};
}

Sizes TriangularSolveOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  return solutionSizes(rules, 0, 1);
}

RuntimeCall TriangularSolveOp::runtimeCall() {
  return {"cotan_triangular_solve", {getLower(), getTranspose(), getUnitDiagonal()}};
}

// The lanes of b are columns, where a is the same in all.
Values TriangularSolveOp::batch(Batch &x) {
  if (x.isBatched(0))
    return x.again();
  Expr columns =
      triangular_solve(x[0], lanesAsColumns(x, 1), getLower(), getTranspose(), getUnitDiagonal());
  return {splitColumns(x, columns, 1)};
}
