// sqrtm, sylvester: meaning and derivative. Signature and doc: sqrtm.td.
#include "cotan/ops/linear_algebra/sqrtm.inc"

#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/schur_form.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- sqrtm

LogicalResult SqrtmOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<SqrtmOp>(loc, adaptor, type.getElementType(), results);
}

Arrays SqrtmOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0];
  Array y = emptyFor(*this, operands);
  const int64_t n = x.shape().back();
  for (int64_t batch = 0; y.size() && batch < y.size() / (n * n); ++batch) {
    const auto matrix = ComplexDense::of(x, batch);
    ComplexDense root(n, n, nanOf<std::complex<double>>());
    if (matrix.isFinite()) {
      const SchurForm form(matrix, spacingOf(x.dtype()));
      const ComplexDense &z = form.z, u = rootOfTriangular(form.t);
      root = z.times(u).times(z.adjoint());
    }
    root.store(y, batch);
  }
  return {y};
}

// y dy + dy y = dx
Values SqrtmOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr y = b(getY());
  return {sylvester(y, y, b(t[0]))};
}

Values SqrtmOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = transposed(b(getY()));
  return {sylvester(y, y, b(g[0]))};
}

Sizes SqrtmOp::sizes(Adaptor, SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

RuntimeCall SqrtmOp::runtimeCall() { return {"cotan_sqrtm"}; }

Values SqrtmOp::batch(Batch &x) { return x.again(); }

//--- sylvester

LogicalResult SylvesterOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto a = cast<RankedTensorType>(adaptor.getA().getType());
  auto c = cast<RankedTensorType>(adaptor.getC().getType());
  if (failed(verifySystem(loc, a, c)) ||
      failed(verifySystem(loc, cast<RankedTensorType>(adaptor.getB().getType()), c)))
    return failure();
  return inferTypes<SylvesterOp>(loc, adaptor, c.getElementType(), results);
}

/// Gaussian elimination of one system of equations; NaN if it is singular.
template <typename T> static void solveSystem(Dense<T> &a, Dense<T> &x) {
  double largest = 0;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.rows; ++j)
      largest = std::max(largest, std::abs(a(i, j)));
  for (int64_t k = 0; k < a.rows; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < a.rows; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k)))
        pivot = i;
    if (!(std::abs(a(pivot, k)) > 1e-15 * largest)) {
      x = Dense<T>(x.rows, 1, nanOf<T>());
      return;
    }
    for (int64_t j = 0; j < a.rows; ++j)
      std::swap(a(k, j), a(pivot, j));
    std::swap(x(k, 0), x(pivot, 0));
    for (int64_t i = 0; i < a.rows; ++i) {
      const T factor = i == k ? T(0) : a(i, k) / a(k, k);
      for (int64_t j = k; j < a.rows; ++j)
        a(i, j) -= factor * a(k, j);
      x(i, 0) -= factor * x(k, 0);
    }
  }
  for (int64_t k = 0; k < a.rows; ++k)
    x(k, 0) /= a(k, k);
}

/// As one system for all elements of x, row by row.
template <typename T>
static Dense<T> solved(const Dense<T> &a, const Dense<T> &b, const Dense<T> &c) {
  const int64_t m = a.rows, n = b.rows;
  Dense<T> system(m * n, m * n), x(m * n, 1), matrix(m, n);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      x(i * n + j, 0) = c(i, j);
      for (int64_t k = 0; k < m; ++k)
        system(i * n + j, k * n + j) += a(i, k);
      for (int64_t k = 0; k < n; ++k)
        system(i * n + j, i * n + k) += b(k, j);
    }
  solveSystem(system, x);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      matrix(i, j) = x(i * n + j, 0);
  return matrix;
}

Arrays SylvesterOp::evaluate(ArrayRef<Array> operands) {
  Array x = emptyFor(*this, operands);
  forEachMatrix(x, [&](int64_t batch, auto number) {
    using Matrix = Dense<decltype(number)>;
    solved(Matrix::of(operands[0], batch), Matrix::of(operands[1], batch),
           Matrix::of(operands[2], batch))
        .store(x, batch);
  });
  return {x};
}

// a dx + dx b = dc - da x - x db
Values SylvesterOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr right = t[2] ? b(t[2]) : Expr(), x = b(getX());
  if (t[0])
    right = difference(right, matmul(b(t[0]), x));
  if (t[1])
    right = difference(right, matmul(x, b(t[1])));
  return {sylvester(b(getA()), b(getB()), right)};
}

Values SylvesterOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dc = sylvester(transposed(b(getA())), transposed(b(getB())), b(g[0]));
  Expr da, db;
  if (b.needs(0))
    da = -matmul(dc, transposed(b(getX())));
  if (b.needs(1))
    db = -matmul(transposed(b(getX())), dc);
  return {da, db, dc};
}

Sizes SylvesterOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes left = squareSizes(rules, 0), right = squareSizes(rules, 1), sizes = rules.sizes(2);
  const char *differ = "the shapes do not go together: the right sides need as many rows as a, as "
                       "many columns as b, and the same axes before";
  for (size_t axis = 0; axis + 2 < sizes.size(); ++axis)
    sizes[axis] = rules.same(rules.same(sizes[axis], left[axis], differ), right[axis], differ);
  Size &rows = sizes[sizes.size() - 2];
  rows = rules.same(rows, left.back(), differ);
  sizes.back() = rules.same(sizes.back(), right.back(), differ);
  return sizes;
}

RuntimeCall SylvesterOp::runtimeCall() { return {"cotan_sylvester"}; }

Values SylvesterOp::batch(Batch &x) { return x.again(); }
