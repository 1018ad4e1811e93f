// iota: meaning. Signature and doc: iota.td.
#include "cotan/ops/creation/iota.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays IotaOp::evaluate(ArrayRef<Array> operands) {
  Array y = emptyFor(*this, operands);
  SmallVector<int64_t> onlyAxis(y.rank(), 0);
  onlyAxis[getAxis()] = 1;
  visitNumber(y.dtype(), [&](auto element) {
    using T = decltype(element);
    auto to = y.mutableValues<T>();
    size_t i = 0;
    forEachIndex(y.shape(), onlyAxis, [&](int64_t index) { to[i++] = static_cast<T>(index); });
  });
  return {y};
}

Lanes IotaOp::lower(Element &x) {
  return convert(x.placeNumbers(getAxis()), *dtypeOf(getType().getElementType()));
}

Sizes IotaOp::sizes(SizeRules &rules, unsigned) {
  return sizesGiven(rules, getType(), getShape() ? std::optional(0) : std::nullopt);
}

LogicalResult IotaOp::verify() {
  if (failed(verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank())))
    return failure();
  return verifySizes(*this);
}
