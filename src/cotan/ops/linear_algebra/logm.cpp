// logm: meaning and derivative. Signature and doc: logm.td.
#include "cotan/ops/linear_algebra/logm.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/schur_form.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult LogmOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<LogmOp>(loc, adaptor, type.getElementType(), results);
}

namespace {

/// The largest element of t less the identity, times the number of rows.
double distanceFromOne(const ComplexDense &t) {
  double largest = 0;
  for (int64_t i = 0; i < t.rows; ++i)
    for (int64_t j = 0; j < t.rows; ++j)
      largest = std::max(largest, std::abs(t(i, j) - (i == j ? 1.0 : 0.0)));
  return largest * double(t.rows);
}

/// Of a triangular matrix: the series of log(1 + x) near the identity, where roots lead to. NaN of
/// a singular one.
ComplexDense logOfTriangular(ComplexDense t) {
  constexpr int mostRoots = 70, terms = 40;
  const int64_t n = t.rows;
  double factor = 1;
  for (int i = 0; i < mostRoots && distanceFromOne(t) > 0.25; ++i, factor *= 2)
    t = rootOfTriangular(t);
  if (!(distanceFromOne(t) <= 0.25))
    return ComplexDense(n, n, nanOf<std::complex<double>>());
  for (int64_t i = 0; i < n; ++i)
    t(i, i) -= 1;
  ComplexDense y(n, n), power = t;
  for (int k = 1; k <= terms; ++k, power = power.times(t))
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        y(i, j) += factor * (k % 2 ? 1.0 : -1.0) / k * power(i, j);
  return y;
}

} // namespace

Arrays LogmOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0];
  Array y = emptyFor(*this, operands);
  const int64_t n = x.shape().back();
  for (int64_t batch = 0; y.size() && batch < y.size() / (n * n); ++batch) {
    const auto matrix = ComplexDense::of(x, batch);
    ComplexDense log(n, n, nanOf<std::complex<double>>());
    if (matrix.isFinite()) {
      const SchurForm form(matrix, spacingOf(x.dtype()));
      log = form.z.times(logOfTriangular(form.t)).times(form.z.adjoint());
    }
    log.store(y, batch);
  }
  return {y};
}

/// How the logarithm of x changes along dx: the block beside the diagonal in that of
/// [[x, dx], [0, x]] (Higham, "Functions of Matrices", theorem 3.6). dx of another size than 1
/// would take more roots than x needs.
static Expr logAlong(const Expr &x, const Expr &dx) {
  const int64_t rows = x.rank() - 2, columns = x.rank() - 1;
  const Complex parts = partsOf(stop_gradient(dx));
  Expr largest = max(maximum(abs(parts.re), abs(parts.im)), {rows, columns}, /*keepdims=*/true);
  Expr size = inTypeOf(dx, where(largest > 0.0, largest, 1.0));
  Expr upper = concat({x, dx / size}, columns), lower = concat({0.0 * x, x}, columns);
  Expr y = logm(concat({upper, lower}, rows));
  Expr above = pickAlong(splitAxis(y, rows, 2), rows, 0);
  return size * pickAlong(splitAxis(above, columns, 2), columns, 1);
}

Values LogmOp::jvp(RuleBuilder &b, ValueRange t) { return {logAlong(b(getX()), b(t[0]))}; }

Values LogmOp::vjp(RuleBuilder &b, ValueRange g) {
  return {logAlong(transposed(b(getX())), b(g[0]))};
}

Sizes LogmOp::sizes(Adaptor, SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

RuntimeCall LogmOp::runtimeCall() { return {"cotan_logm"}; }

Values LogmOp::batch(Batch &x) { return x.again(); }
