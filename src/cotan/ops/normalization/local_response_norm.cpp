// local_response_norm: meaning. Signature and doc: local_response_norm.td.
#include "cotan/ops/normalization/local_response_norm.inc"

#include "cotan/ops/layout/checks.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// Zeros around `axis`: the place of each element is that of the one `step` before it.
static Expr moved(const Expr &x, int64_t axis, int64_t step) {
  SmallVector<int64_t> low(x.rank(), 0), high(x.rank(), 0), interior(x.rank(), 0);
  low[axis] = step;
  high[axis] = -step;
  return pad(x, x.builder().scalar(0.0, x.elementType()), low, high, interior);
}

Values LocalResponseNormOp::decompose(RuleBuilder &b) {
  const int64_t size = getSize(), axis = getAxis();
  Expr x = widened(b(getX())), squares = square(x), around;
  for (int64_t step = -((size - 1) / 2); step <= size / 2; ++step)
    around =
        total(around, step == 0 ? squares : asType(moved(squares, axis, step), squares.type()));
  Expr base = getK().convertToDouble() + getAlpha().convertToDouble() / double(size) * around;
  Expr y = x * pow(base, b.full(-getBeta().convertToDouble(), base));
  return {castTo(y, getType().getElementType())};
}

LogicalResult LocalResponseNormOp::verify() {
  constexpr int64_t most = 1 << 12; // each is a term of its own
  if (int64_t size = getSize(); size < 1 || size > most)
    return emitOpError("size is ") << size << ", but must be from 1 to " << most;
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}

Values LocalResponseNormOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
