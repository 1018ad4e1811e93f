// eigh: meaning and derivative. Signature and doc: eigh.td.
#include "cotan/ops/linear_algebra/eigh.inc"

#include "cotan/ir/reproducible.h"
#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/dense.h"
#include "cotan/ops/linear_algebra/matrices.h"

#include <numeric>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult EighOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  Type element = type.getElementType(), part = partTypeOf(element);
  return inferTypes<EighOp>(loc, adaptor, {part ? part : element, element}, results);
}

/// Turns rows and columns p and q of x, so that the element where they meet becomes 0, and the
/// columns of v likewise: the phase of the element goes to q before.
template <typename T> static void rotate(Dense<T> &x, Dense<T> &v, int64_t p, int64_t q) {
  if (x(p, q) == 0.0)
    return;
  const T phase = phaseOf(x(p, q));
  const double theta = (std::real(x(q, q)) - std::real(x(p, p))) / (2 * std::abs(x(p, q)));
  const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::hypot(theta, 1));
  const double c = 1 / std::hypot(t, 1), s = t * c;
  auto turn = [&](T &a, T &b, T phase) {
    const T before = a, turned = b * phase;
    a = c * before - s * turned;
    b = s * before + c * turned;
  };
  for (int64_t i = 0; i < x.rows; ++i)
    turn(x(i, p), x(i, q), conjugate(phase));
  for (int64_t i = 0; i < x.rows; ++i)
    turn(x(p, i), x(q, i), phase);
  for (int64_t i = 0; i < x.rows; ++i)
    turn(v(i, p), v(i, q), conjugate(phase));
  x(p, q) = x(q, p) = 0;
}

/// Cyclic Jacobi: what is off the diagonal becomes small fast once it is small.
template <typename T> static Dense<T> diagonalize(Dense<T> &x) {
  auto v = Dense<T>::identity(x.rows);
  auto isDiagonal = [&] {
    double off = 0, on = 0;
    for (int64_t i = 0; i < x.rows; ++i)
      for (int64_t j = 0; j < x.rows; ++j)
        (i == j ? on : off) += std::norm(x(i, j));
    return off <= 1e-34 * on;
  };
  for (int sweep = 0; sweep < 60 && !isDiagonal(); ++sweep)
    for (int64_t p = 0; p < x.rows; ++p)
      for (int64_t q = p + 1; q < x.rows; ++q)
        rotate(x, v, p, q);
  return v;
}

/// The eigenvalues, as one row, and the eigenvectors.
template <typename T> static std::pair<Dense<double>, Dense<T>> diagonalized(Dense<T> x) {
  const int64_t n = x.rows;
  for (int64_t i = 0; i < n; ++i) {
    x(i, i) = std::real(x(i, i));
    for (int64_t j = i + 1; j < n; ++j)
      x(i, j) = conjugate(x(j, i));
  }
  if (!x.isFinite())
    return {Dense<double>(1, n, NAN), Dense<T>(n, n, nanOf<T>())};
  const Dense<T> v = diagonalize(x);
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](int64_t i, int64_t j) { return std::real(x(i, i)) < std::real(x(j, j)); });
  Dense<double> w(1, n);
  Dense<T> sorted(n, n);
  for (int64_t j = 0; j < n; ++j) {
    w(0, j) = std::real(x(order[j], order[j]));
    for (int64_t i = 0; i < n; ++i)
      sorted(i, j) = v(i, order[j]);
    sorted.scaleColumn(j, conjugate(sorted.phaseOfColumn(j)));
  }
  return {w, sorted};
}

Arrays EighOp::evaluate(ArrayRef<Array> x) {
  Array w = emptyFor(*this, x, 0), v = emptyFor(*this, x, 1);
  forEachMatrix(v, [&](int64_t batch, auto number) {
    auto [values, vectors] = diagonalized(Dense<decltype(number)>::of(x[0], batch));
    values.store(w, batch);
    vectors.store(v, batch);
  });
  return {w, v};
}

/// w[j] - w[i] at row i and column j.
static Expr gapsOfEigenvalues(const Expr &w) { return alongColumns(w) - alongRows(w); }

// Giles 2008, 3.1; the part of dv along v is 0, because the columns stay of length 1, but for what
// keeps their phases.
Values EighOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr w = b(getW()), v = b(getV());
  Expr dx = matmul(matmul(adjoint(v), symmetricFromLower(b(t[0]))), v);
  Expr dv = matmul(v, quotientOffDiagonal(dx, gapsOfEigenvalues(w)));
  if (isComplexTensor(v.type()))
    dv = dv + turned(v, turnOfColumns(v, dv));
  return {realPart(diagonalOf(dx)), dv};
}

Values EighOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr w = b(getW()), v = b(getV()), dv = conjugated(b(g[1]));
  if (isComplexTensor(v.type()))
    dv = slopeBeforeTurn(v, dv, slopeOfTurn(v, dv));
  Expr inner = inTypeOf(v, diagonalMatrix(b(g[0]))) +
               quotientOffDiagonal(matmul(adjoint(v), dv), gapsOfEigenvalues(w));
  return {conjugated(lowerSlope(matmul(matmul(v, inner), adjoint(v))))};
}

Sizes EighOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = squareSizes(rules, 0);
  if (result == 0)
    sizes.pop_back();
  return sizes;
}

RuntimeCall EighOp::runtimeCall() { return {"cotan_eigh", {isReproducible(*this)}}; }

Values EighOp::batch(Batch &x) { return x.again(); }
