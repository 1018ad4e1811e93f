// cholesky: meaning and derivative. Signature and doc: cholesky.td.
#include "cotan/ops/linear_algebra/cholesky.inc"

#include "cotan/ir/reproducible.h"
#include "cotan/ops/linear_algebra/dense.h"
#include "cotan/ops/linear_algebra/matrices.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult CholeskyOp::verify() {
  return failed(verifyMatrix(getLoc(), getX().getType())) ? failure() : verifySizes(*this);
}

/// Row by row (Cholesky-Banachiewicz).
template <typename T> static Dense<T> factorOf(const Dense<T> &x) {
  Dense<T> l(x.rows, x.rows);
  for (int64_t i = 0; i < x.rows; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      T rest = x(i, j);
      for (int64_t k = 0; k < j; ++k)
        rest -= l(i, k) * conjugate(l(j, k));
      if (i == j && !(std::real(rest) > 0))
        return Dense<T>(x.rows, x.rows, nanOf<T>());
      l(i, j) = i == j ? std::sqrt(std::real(rest)) : rest / l(j, j);
    }
  return l;
}

Arrays CholeskyOp::evaluate(ArrayRef<Array> x) {
  Array l = emptyFor(*this, x);
  forEachMatrix(l, [&](int64_t batch, auto number) {
    factorOf(Dense<decltype(number)>::of(x[0], batch)).store(l, batch);
  });
  return {l};
}

/// l^-1 x l^-H of a Hermitian x; or with the adjoint of l in place of l.
static Expr solveBothSides(const Expr &l, const Expr &x, bool transposes) {
  Expr matrix = transposes ? conjugated(l) : l;
  auto solve = [&](const Expr &b) {
    return triangular_solve(matrix, b, /*lower=*/true, /*transpose=*/transposes);
  };
  return solve(adjoint(solve(x)));
}

// dl = l low(l^-1 dx l^-H), where low takes the lower triangle and halves the diagonal (Giles
// 2008).
Values CholeskyOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr l = b(getL()), dx = symmetricFromLower(b(t[0]));
  return {matmul(l, halvedDiagonal(lowerPart(solveBothSides(l, dx, false))))};
}

Values CholeskyOp::vjp(RuleBuilder &b, ValueRange g) {
  // Above the diagonal, l does not depend on x.
  Expr l = b(getL()), dl = lowerPart(conjugated(b(g[0])));
  Expr low = halvedDiagonal(lowerPart(matmul(adjoint(l), dl)));
  Expr both = solveBothSides(l, low + adjoint(low), true);
  return {conjugated(halvedDiagonal(lowerPart(both)))};
}

Sizes CholeskyOp::sizes(SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

RuntimeCall CholeskyOp::runtimeCall() { return {"cotan_cholesky", {isReproducible(*this)}}; }

Values CholeskyOp::batch(Batch &x) { return x.again(); }
