// cholesky: meaning and derivative. Signature and doc: cholesky.td.
#include "cotan/ops/linear_algebra/cholesky.inc"

#include "cotan/ops/linear_algebra/matrices.h"

#include <cmath>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult CholeskyOp::verify() {
  return failed(verifyMatrix(getLoc(), getX().getType())) ? failure() : verifySizes(*this);
}

/// Row by row (Cholesky-Banachiewicz).
static Dense factorOf(const Dense &x) {
  Dense l(x.rows, x.rows);
  for (int64_t i = 0; i < x.rows; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      double rest = x(i, j);
      for (int64_t k = 0; k < j; ++k)
        rest -= l(i, k) * l(j, k);
      l(i, j) = i == j ? std::sqrt(rest) : rest / l(j, j);
      if (i == j && !(rest > 0)) {
        Dense none(x.rows, x.rows);
        for (int64_t column = 0; column < x.rows; ++column)
          scaleColumn(none, column, NAN);
        return none;
      }
    }
  return l;
}

Arrays CholeskyOp::evaluate(ArrayRef<Array> x) {
  Array l = emptyFor(*this, x);
  for (int64_t batch = 0; l.size() != 0 && batch < batchesOf(l); ++batch)
    factorOf(Dense::of(x[0], batch)).store(l, batch);
  return {l};
}

/// l^-1 x l^-T, or l^-T x l^-1, of a symmetric x.
static Expr solveBothSides(const Expr &l, const Expr &x, bool transposes) {
  auto solve = [&](const Expr &b) {
    return triangular_solve(l, b, /*lower=*/true, /*transpose=*/transposes);
  };
  return solve(transposed(solve(x)));
}

// dl = l low(l^-1 dx l^-T), where low takes the lower triangle and halves the diagonal (Giles
// 2008).
Values CholeskyOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr l = b(getL()), dx = symmetricFromLower(b(t[0]));
  return {matmul(l, halvedDiagonal(lowerPart(solveBothSides(l, dx, false))))};
}

Values CholeskyOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr l = b(getL()), dl = lowerPart(b(g[0])); // above the diagonal, l does not depend on x
  Expr low = halvedDiagonal(lowerPart(matmul(transposed(l), dl)));
  Expr both = solveBothSides(l, low + transposed(low), true);
  return {halvedDiagonal(lowerPart(both))};
}

Sizes CholeskyOp::sizes(SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

RuntimeCall CholeskyOp::runtimeCall() { return {"cotan_cholesky"}; }

Values CholeskyOp::batch(Batch &x) { return x.again(); }
