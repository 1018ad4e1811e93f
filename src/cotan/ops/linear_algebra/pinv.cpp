// pinv: meaning and derivative. Signature and doc: pinv.td.
#include "cotan/ops/linear_algebra/pinv.inc"

#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/singular.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult PinvOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<PinvOp>(loc, adaptor, type.getElementType(), results);
}

/// v / s u^H without the parts of small s.
template <typename T> static Dense<T> inverted(const Dense<T> &x, double rtol) {
  if (x.rows < x.columns)
    return inverted(x.transposed(), rtol).transposed();
  const auto parts = Singular<T>::of(x);
  Dense<T> y(x.columns, x.rows);
  for (int64_t k = 0; k < x.columns; ++k) {
    if (parts.s(0, k) <= rtol * parts.s(0, 0))
      continue;
    for (int64_t i = 0; i < y.rows; ++i)
      for (int64_t j = 0; j < y.columns; ++j)
        y(i, j) += conjugate(parts.vt(k, i)) / parts.s(0, k) * conjugate(parts.u(j, k));
  }
  return y;
}

Arrays PinvOp::evaluate(ArrayRef<Array> x) {
  Array y = emptyFor(*this, x);
  forEachMatrix(y, [&](int64_t batch, auto number) {
    inverted(Dense<decltype(number)>::of(x[0], batch), getRtol().convertToDouble()).store(y, batch);
  });
  return {y};
}

// Golub and Pereyra 1973: dy = -y dx y + y y^H dx^H (1 - x y) + (1 - y x) dx^H y^H y. Products are
// taken so that those in between are n times n; x has more rows than columns, where that matters.
Values PinvOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr x = b(getX()), y = b(getY()), dx = b(t[0]);
  Expr yt = adjoint(y), dxt = adjoint(dx);
  Expr along = matmul(matmul(y, dx), y);
  Expr left = matmul(matmul(y, yt), dxt - matmul(matmul(dxt, x), y));
  Expr right = matmul(matmul(dxt - matmul(matmul(y, x), dxt), yt), y);
  return {left + right - along};
}

Values PinvOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()), y = b(getY()), dy = conjugated(b(g[0]));
  Expr yt = adjoint(y), dyt = adjoint(dy);
  Expr along = matmul(yt, matmul(dy, yt));
  Expr left = matmul(dyt, matmul(y, yt)), right = dyt - matmul(dyt, matmul(y, x));
  return {conjugated(left - matmul(x, matmul(y, left)) + matmul(yt, matmul(y, right)) - along)};
}

Sizes PinvOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  std::swap(sizes[sizes.size() - 2], sizes.back());
  return sizes;
}

RuntimeCall PinvOp::runtimeCall() {
  return {"cotan_pinv", {std::bit_cast<int64_t>(getRtol().convertToDouble())}};
}

Values PinvOp::batch(Batch &x) { return x.again(); }
