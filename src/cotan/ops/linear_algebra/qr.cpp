// qr: meaning and derivative. Signature and doc: qr.td.
#include "cotan/ops/linear_algebra/qr.inc"

#include "cotan/ops/linear_algebra/matrices.h"

#include <cmath>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult QrOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                     SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  SmallVector<Type> elementTypes(2, type.getElementType());
  return inferTypes<QrOp>(loc, adaptor, elementTypes, results);
}

/// Reflects the columns of x at the plane `normal` stands on.
static void reflect(Dense &x, const Dense &normal) {
  const double square = normal.dotColumns(0, 0);
  for (int64_t j = 0; j < x.columns; ++j) {
    double part = 0;
    for (int64_t i = 0; i < x.rows; ++i)
      part += normal(i, 0) * x(i, j);
    for (int64_t i = 0; i < x.rows; ++i)
      x(i, j) -= 2 * part / square * normal(i, 0);
  }
}

/// Householder's reflections make x upper triangular; the same of the identity, transposed, are q.
static std::pair<Dense, Dense> orthogonalized(const Dense &x) {
  const int64_t m = x.rows, n = x.columns;
  if (!x.isFinite())
    return {Dense(m, n, NAN), Dense(n, n, NAN)};
  Dense triangle = x, turned = Dense::identity(m), q(m, n), r(n, n);
  for (int64_t k = 0; k < n; ++k) {
    Dense normal(m, 1);
    for (int64_t i = k; i < m; ++i)
      normal(i, 0) = triangle(i, k);
    scaleColumn(normal, 0, std::ldexp(1.0, -normal.exponent())); // squares could be infinite or 0
    const double length = std::sqrt(normal.dotColumns(0, 0));
    if (length == 0)
      continue;
    normal(k, 0) += normal(k, 0) < 0 ? -length : length;
    reflect(triangle, normal);
    reflect(turned, normal);
  }
  for (int64_t k = 0; k < n; ++k) {
    const double sign = triangle(k, k) < 0 ? -1 : 1;
    for (int64_t j = k; j < n; ++j)
      r(k, j) = sign * triangle(k, j);
    for (int64_t i = 0; i < m; ++i)
      q(i, k) = sign * turned(k, i);
  }
  return {q, r};
}

Arrays QrOp::evaluate(ArrayRef<Array> x) {
  Array q = emptyFor(*this, x, 0), r = emptyFor(*this, x, 1);
  for (int64_t batch = 0; q.size() != 0 && batch < batchesOf(q); ++batch) {
    auto [columns, triangle] = orthogonalized(Dense::of(x[0], batch));
    columns.store(q, batch);
    triangle.store(r, batch);
  }
  return {q, r};
}

// With f = q^T dx r^-1 and its part o that turns q: dr = (f - o) r, dq = q (o - f) + dx r^-1.
Values QrOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr q = b(getQ()), r = b(getR());
  Expr dx = transposed(triangular_solve(r, transposed(b(t[0])), /*lower=*/false,
                                        /*transpose=*/true));
  Expr f = matmul(transposed(q), dx), low = lowerPart(f, -1);
  Expr rest = f - (low - transposed(low));
  return {dx - matmul(q, rest), matmul(rest, r)};
}

// Seeger and others 2017, "Auto-differentiating linear algebra".
Values QrOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr q = b(getQ()), r = b(getR()), dq = b(g[0]);
  Expr m = matmul(r, transposed(b(g[1]))) - matmul(transposed(dq), q);
  Expr inner = dq + matmul(q, symmetricFromLower(m));
  return {transposed(triangular_solve(r, transposed(inner)))};
}

Sizes QrOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = tallSizes(rules);
  if (result == 1)
    sizes[sizes.size() - 2] = sizes.back();
  return sizes;
}

RuntimeCall QrOp::runtimeCall() { return {"cotan_qr"}; }

Values QrOp::batch(Batch &x) { return x.again(); }
