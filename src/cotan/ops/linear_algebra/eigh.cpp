// eigh: meaning and derivative. Signature and doc: eigh.td.
#include "cotan/ops/linear_algebra/eigh.inc"

#include "cotan/ops/linear_algebra/matrices.h"

#include <cmath>
#include <numeric>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult EighOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  SmallVector<Type> elementTypes(2, type.getElementType());
  return inferTypes<EighOp>(loc, adaptor, elementTypes, results);
}

/// Turns rows and columns p and q of x, so that the element where they meet becomes 0, and the
/// columns of v likewise.
static void rotate(Dense &x, Dense &v, int64_t p, int64_t q) {
  if (x(p, q) == 0)
    return;
  const double theta = (x(q, q) - x(p, p)) / (2 * x(p, q));
  const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::hypot(theta, 1));
  const double c = 1 / std::hypot(t, 1), s = t * c;
  auto turn = [&](double &a, double &b) {
    const double before = a;
    a = c * before - s * b;
    b = s * before + c * b;
  };
  for (int64_t i = 0; i < x.rows; ++i)
    turn(x(i, p), x(i, q));
  for (int64_t i = 0; i < x.rows; ++i)
    turn(x(p, i), x(q, i));
  for (int64_t i = 0; i < x.rows; ++i)
    turn(v(i, p), v(i, q));
  x(p, q) = x(q, p) = 0;
}

/// Cyclic Jacobi: what is off the diagonal becomes small fast once it is small.
static Dense diagonalize(Dense &x) {
  Dense v = Dense::identity(x.rows);
  auto isDiagonal = [&] {
    double off = 0, on = 0;
    for (int64_t i = 0; i < x.rows; ++i)
      for (int64_t j = 0; j < x.rows; ++j)
        (i == j ? on : off) += x(i, j) * x(i, j);
    return off <= 1e-34 * on;
  };
  for (int sweep = 0; sweep < 60 && !isDiagonal(); ++sweep)
    for (int64_t p = 0; p < x.rows; ++p)
      for (int64_t q = p + 1; q < x.rows; ++q)
        rotate(x, v, p, q);
  return v;
}

/// The eigenvalues, as one row, and the eigenvectors.
static std::pair<Dense, Dense> diagonalized(Dense x) {
  const int64_t n = x.rows;
  Dense w(1, n), sorted(n, n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i + 1; j < n; ++j)
      x(i, j) = x(j, i);
  const bool isFinite = x.isFinite();
  Dense v = isFinite ? diagonalize(x) : x;
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  if (isFinite)
    llvm::sort(order, [&](int64_t i, int64_t j) { return x(i, i) < x(j, j); });
  for (int64_t j = 0; j < n; ++j) {
    const double sign = isFinite ? signOfColumn(v, order[j]) : NAN;
    w(0, j) = isFinite ? x(order[j], order[j]) : NAN;
    for (int64_t i = 0; i < n; ++i)
      sorted(i, j) = sign * v(i, order[j]);
  }
  return {w, sorted};
}

Arrays EighOp::evaluate(ArrayRef<Array> x) {
  Array w = emptyFor(*this, x, 0), v = emptyFor(*this, x, 1);
  for (int64_t batch = 0; v.size() != 0 && batch < batchesOf(v); ++batch) {
    auto [values, vectors] = diagonalized(Dense::of(x[0], batch));
    values.store(w, batch);
    vectors.store(v, batch);
  }
  return {w, v};
}

/// w[j] - w[i] at row i and column j.
static Expr gapsOfEigenvalues(const Expr &w) { return alongColumns(w) - alongRows(w); }

// Giles 2008, 3.1; the part of dv along v is 0, because the columns stay of length 1.
Values EighOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr w = b(getW()), v = b(getV());
  Expr dx = matmul(matmul(transposed(v), symmetricFromLower(b(t[0]))), v);
  return {diagonalOf(dx), matmul(v, quotientOffDiagonal(dx, gapsOfEigenvalues(w)))};
}

Values EighOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr w = b(getW()), v = b(getV());
  Expr inner = diagonalMatrix(b(g[0])) +
               quotientOffDiagonal(matmul(transposed(v), b(g[1])), gapsOfEigenvalues(w));
  return {lowerCotangent(matmul(matmul(v, inner), transposed(v)))};
}

Sizes EighOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = squareSizes(rules, 0);
  if (result == 0)
    sizes.pop_back();
  return sizes;
}

RuntimeCall EighOp::runtimeCall() { return {"cotan_eigh"}; }

Values EighOp::batch(Batch &x) { return x.again(); }
