// lu, lu_solve: meaning and derivative. Signature and doc: lu.td.
#include "cotan/ops/linear_algebra/lu.inc"

#include "cotan/ops/linear_algebra/dense.h"
#include "cotan/ops/linear_algebra/matrices.h"

#include <numeric>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- lu

LogicalResult LuOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                     Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getA().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<LuOp>(loc, adaptor, {type.getElementType(), IntegerType::get(context, 64)},
                          results);
}

/// Gaussian elimination in place; what a row was divided by stays where it made a zero.
template <typename T> static void eliminate(Dense<T> &a, MutableArrayRef<int64_t> permutation) {
  std::iota(permutation.begin(), permutation.end(), 0);
  for (int64_t k = 0; k < a.rows; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < a.rows; ++i)
      if (sizeOfParts(a(i, k)) > sizeOfParts(a(pivot, k)))
        pivot = i;
    std::swap(permutation[k], permutation[pivot]);
    for (int64_t j = 0; j < a.columns; ++j)
      std::swap(a(k, j), a(pivot, j));
    if (a(k, k) == 0.0)
      continue;
    for (int64_t i = k + 1; i < a.rows; ++i) {
      a(i, k) /= a(k, k);
      for (int64_t j = k + 1; j < a.columns; ++j)
        a(i, j) -= a(i, k) * a(k, j);
    }
  }
}

Arrays LuOp::evaluate(ArrayRef<Array> a) {
  Array factors = emptyFor(*this, a, 0), permutation = emptyFor(*this, a, 1);
  const int64_t n = a[0].shape().back();
  forEachMatrix(factors, [&](int64_t batch, auto number) {
    auto matrix = Dense<decltype(number)>::of(a[0], batch);
    eliminate(matrix, permutation.mutableValues<int64_t>().slice(batch * n, n));
    matrix.store(factors, batch);
  });
  return {factors, permutation};
}

static Expr unitLowerSolve(const Expr &factors, const Expr &b, bool transposes) {
  return triangular_solve(factors, b, /*lower=*/true, transposes, /*unit_diagonal=*/true);
}
static Expr upperSolve(const Expr &factors, const Expr &b, bool transposes) {
  return triangular_solve(factors, b, /*lower=*/false, transposes);
}

/// One index per row as one per element, in the shape of `like`.
static Expr forEachColumn(const Expr &rows, const Expr &like) {
  RuleBuilder &b = rows.builder();
  auto type = like.type().clone(rows.elementType());
  return broadcast(type, expand_dims(rows, rows.rank()),
                   type.hasStaticShape() ? Expr() : b.shapeOf(like.value()));
}

// With f = l^-1 p da u^-1: dl = l low(f), du = up(f) u, where low leaves out the diagonal.
Values LuOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr factors = b(getFactors()), da = b(t[0]);
  Expr moved = take_along_axis(da, forEachColumn(b(getPermutation()), da), da.rank() - 2);
  Expr f = transposed(upperSolve(factors, transposed(unitLowerSolve(factors, moved, false)), true));
  Expr low = lowerPart(f, -1);
  Expr dl = matmul(lowerPart(factors, -1), low) + low,
       du = matmul(upperPart(f), upperPart(factors));
  return {dl + du, Expr()};
}

Values LuOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr factors = b(getFactors()), dfactors = b(g[0]);
  Expr dl = lowerPart(dfactors, -1), du = upperPart(dfactors);
  Expr low = lowerPart(matmul(transposed(lowerPart(factors, -1)), dl) + dl, -1);
  Expr f = low + upperPart(matmul(du, transposed(upperPart(factors))));
  Expr moved = unitLowerSolve(factors, transposed(upperSolve(factors, transposed(f), false)), true);
  Expr rows = forEachColumn(b(getPermutation()), moved);
  return {put_along_axis(b.zerosLike(getA()), rows, moved, moved.rank() - 2, /*add=*/true)};
}

Sizes LuOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = squareSizes(rules, 0);
  if (result == 1)
    sizes.pop_back();
  return sizes;
}

RuntimeCall LuOp::runtimeCall() { return {"cotan_lu"}; }

Values LuOp::batch(Batch &x) { return x.again(); }

//--- lu_solve

LogicalResult LuSolveOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto a = cast<RankedTensorType>(adaptor.getA().getType());
  auto factors = cast<RankedTensorType>(adaptor.getFactors().getType());
  auto permutation = cast<RankedTensorType>(adaptor.getPermutation().getType());
  auto b = cast<RankedTensorType>(adaptor.getB().getType());
  if (failed(verifySystem(loc, a, b)) || failed(verifySystem(loc, factors, b)))
    return failure();
  if (permutation.getRank() + 1 != a.getRank())
    return emitOptionalError(loc, "the permutation of ", a,
                             " has one number for each row, but found ", permutation);
  return inferTypes<LuSolveOp>(loc, adaptor, b.getElementType(), results);
}

static void needRows(ArrayRef<int64_t> permutation) {
  for (int64_t row : permutation)
    if (row < 0 || row >= int64_t(permutation.size()))
      throw EvaluationError("the permutation has row " + std::to_string(row) + " of " +
                            std::to_string(permutation.size()));
}

template <typename T>
static Dense<T> solveFactored(const Dense<T> &f, ArrayRef<int64_t> permutation, const Dense<T> &b) {
  Dense<T> x(b.rows, b.columns);
  for (int64_t c = 0; c < b.columns; ++c) {
    for (int64_t i = 0; i < f.rows; ++i) {
      x(i, c) = b(permutation[i], c);
      for (int64_t j = 0; j < i; ++j)
        x(i, c) -= f(i, j) * x(j, c);
    }
    for (int64_t i = f.rows - 1; i >= 0; --i) {
      for (int64_t j = i + 1; j < f.rows; ++j)
        x(i, c) -= f(i, j) * x(j, c);
      x(i, c) /= f(i, i);
    }
  }
  return x;
}

template <typename T>
static Dense<T> solveTransposed(const Dense<T> &f, ArrayRef<int64_t> permutation, Dense<T> b) {
  Dense<T> x(b.rows, b.columns);
  for (int64_t c = 0; c < b.columns; ++c) {
    for (int64_t i = 0; i < f.rows; ++i) {
      for (int64_t j = 0; j < i; ++j)
        b(i, c) -= f(j, i) * b(j, c);
      b(i, c) /= f(i, i);
    }
    for (int64_t i = f.rows - 1; i >= 0; --i) {
      for (int64_t j = i + 1; j < f.rows; ++j)
        b(i, c) -= f(j, i) * b(j, c);
      x(permutation[i], c) = b(i, c);
    }
  }
  return x;
}

Arrays LuSolveOp::evaluate(ArrayRef<Array> operands) {
  const Array &factors = operands[1], &b = operands[3];
  Array x = emptyFor(*this, operands);
  const int64_t n = factors.shape().back();
  forEachMatrix(x, [&](int64_t batch, auto number) {
    using Matrix = Dense<decltype(number)>;
    auto permutation = operands[2].values<int64_t>().slice(batch * n, n);
    needRows(permutation);
    const Matrix matrix = Matrix::of(factors, batch), right = Matrix::of(b, batch);
    (getTranspose() ? solveTransposed(matrix, permutation, right)
                    : solveFactored(matrix, permutation, right))
        .store(x, batch);
  });
  return {x};
}

static Expr solveAgain(LuSolveOp op, RuleBuilder &b, const Expr &right, bool transposes) {
  return lu_solve(b(op.getA()), b(op.getFactors()), b(op.getPermutation()), right, transposes);
}

Values LuSolveOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr db = solveAgain(*this, b, b(g[0]), !getTranspose()), da;
  if (b.needs(0)) {
    Expr x = b(getX());
    da = -(getTranspose() ? matmul(x, transposed(db)) : matmul(db, transposed(x)));
  }
  return {da, Expr(), Expr(), db};
}

// a dx = db - da x
Values LuSolveOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr right = t[3] ? b(t[3]) : Expr();
  if (t[0]) {
    Expr da = b(t[0]);
    right = difference(right, matmul(getTranspose() ? transposed(da) : da, b(getX())));
  }
  return {right ? solveAgain(*this, b, right, getTranspose()) : Expr()};
}

Sizes LuSolveOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  solutionSizes(rules, 0, 3);
  Sizes sizes = solutionSizes(rules, 1, 3);
  for (size_t axis = 0; axis + 1 < sizes.size(); ++axis)
    sizes[axis] =
        rules.same(sizes[axis], rules.size(2, axis),
                   "the permutation does not have one number for each row of the factors");
  return sizes;
}

RuntimeCall LuSolveOp::runtimeCall() { return {"cotan_lu_solve", {getTranspose()}}; }

// The lanes of b are columns, where the matrix is the same in all.
Values LuSolveOp::batch(Batch &x) {
  if (x.isBatched(0) || x.isBatched(1) || x.isBatched(2))
    return x.again();
  return {splitColumns(x, lu_solve(x[0], x[1], x[2], lanesAsColumns(x, 3), getTranspose()), 3)};
}
