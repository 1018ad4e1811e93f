// qr: meaning and derivative. Signature and doc: qr.td.
#include "cotan/ops/linear_algebra/qr.inc"

#include "cotan/ir/reproducible.h"
#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/dense.h"
#include "cotan/ops/linear_algebra/matrices.h"

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
template <typename T> static void reflect(Dense<T> &x, const Dense<T> &normal) {
  const double square = std::real(normal.dotColumns(0, 0));
  for (int64_t j = 0; j < x.columns; ++j) {
    T part = 0;
    for (int64_t i = 0; i < x.rows; ++i)
      part += conjugate(normal(i, 0)) * x(i, j);
    for (int64_t i = 0; i < x.rows; ++i)
      x(i, j) -= 2.0 * part / square * normal(i, 0);
  }
}

/// Householder's reflections make x upper triangular; the same of the identity are the adjoint of
/// q.
template <typename T> static std::pair<Dense<T>, Dense<T>> orthogonalized(const Dense<T> &x) {
  const int64_t m = x.rows, n = x.columns;
  if (!x.isFinite())
    return {Dense<T>(m, n, nanOf<T>()), Dense<T>(n, n, nanOf<T>())};
  Dense<T> triangle = x, turned = Dense<T>::identity(m), q(m, n), r(n, n);
  for (int64_t k = 0; k < n; ++k) {
    Dense<T> normal(m, 1);
    for (int64_t i = k; i < m; ++i)
      normal(i, 0) = triangle(i, k);
    normal.scaleColumn(0, std::ldexp(1.0, -normal.exponent())); // squares could be infinite or 0
    const double length = normal.lengthOfColumn(0);
    if (length == 0)
      continue;
    normal(k, 0) += phaseOf(normal(k, 0)) * length;
    reflect(triangle, normal);
    reflect(turned, normal);
  }
  for (int64_t k = 0; k < n; ++k) {
    const T phase = phaseOf(triangle(k, k));
    for (int64_t j = k; j < n; ++j)
      r(k, j) = conjugate(phase) * triangle(k, j);
    for (int64_t i = 0; i < m; ++i)
      q(i, k) = phase * conjugate(turned(k, i));
  }
  return {q, r};
}

Arrays QrOp::evaluate(ArrayRef<Array> x) {
  Array q = emptyFor(*this, x, 0), r = emptyFor(*this, x, 1);
  forEachMatrix(q, [&](int64_t batch, auto number) {
    auto [columns, triangle] = orthogonalized(Dense<decltype(number)>::of(x[0], batch));
    columns.store(q, batch);
    triangle.store(r, batch);
  });
  return {q, r};
}

// With f = q^H dx r^-1 and its part o that turns q: dr = (f - o) r, dq = q (o - f) + dx r^-1. The
// diagonal of f - o is real.
Values QrOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr q = b(getQ()), r = b(getR());
  Expr dx = transposed(triangular_solve(r, transposed(b(t[0])), /*lower=*/false,
                                        /*transpose=*/true));
  Expr f = matmul(adjoint(q), dx), low = lowerPart(f, -1);
  Expr rest = f - (low - adjoint(low));
  if (isComplexTensor(f.type()))
    rest = rest - diagonalMatrix(complex(b.full(0, imag(diagonalOf(f))), imag(diagonalOf(f))));
  return {dx - matmul(q, rest), matmul(rest, r)};
}

// Seeger and others 2017, "Auto-differentiating linear algebra".
Values QrOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr q = b(getQ()), r = b(getR()), dq = conjugated(b(g[0])), dr = conjugated(b(g[1]));
  Expr m = matmul(r, adjoint(dr)) - matmul(adjoint(dq), q);
  Expr inner = dq + matmul(q, symmetricFromLower(m));
  return {transposed(triangular_solve(r, transposed(conjugated(inner))))};
}

Sizes QrOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = tallSizes(rules);
  if (result == 1)
    sizes[sizes.size() - 2] = sizes.back();
  return sizes;
}

RuntimeCall QrOp::runtimeCall() { return {"cotan_qr", {isReproducible(*this)}}; }

Values QrOp::batch(Batch &x) { return x.again(); }
