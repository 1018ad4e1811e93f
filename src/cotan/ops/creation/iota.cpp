// iota: meaning. Signature and doc: iota.td.
#include "cotan/ops/creation/iota.inc"

#include "cotan/ops/creation/shape_sizes.h"
#include "cotan/ops/layout/checks.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays IotaOp::evaluate(ArrayRef<Array> operands) {
  SmallVector<int64_t> shape = shapeOperand(getType(), operands);
  SmallVector<int64_t> onlyAxis(shape.size(), 0);
  onlyAxis[getAxis()] = 1;
  Array y(*dtypeOf(getType().getElementType()), shape);
  visitNumber(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto to = y.mutableValues<T>();
    size_t i = 0;
    forEachIndex(shape, onlyAxis, [&](int64_t index) { to[i++] = static_cast<T>(index); });
  });
  return {y};
}

Lanes IotaOp::lower(Element &x) {
  return convert(x.placeNumbers(getAxis()), *dtypeOf(getType().getElementType()));
}

Sizes IotaOp::sizes(SizeBuilder &b, unsigned) {
  return sizesFromShape(b, getType(), getShape(), 0);
}

LogicalResult IotaOp::verify() {
  if (failed(verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank())))
    return failure();
  return verifyShapeOperand(*this, getType(), getShape());
}
