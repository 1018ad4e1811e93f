// bitcast: meaning. Signature and doc: bitcast.td.
#include "cotan/ops/conversion/bitcast.inc"

#include <cstring>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays BitcastOp::evaluate(ArrayRef<Array> x) {
  Array y(*dtypeOf(getType().getElementType()), x[0].shape());
  std::memcpy(y.mutableData(), x[0].data(), y.bytes());
  return {y};
}
Lanes BitcastOp::lower(Element &x) { return bitcast(x[0], *dtypeOf(getType().getElementType())); }

// Floats stay: folding them would open a way for derivatives that was closed before.
OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (carriesDerivative(getType()))
    return nullptr;
  if (getX().getType() == getType())
    return getX();
  auto inner = getX().getDefiningOp<BitcastOp>();
  return inner && inner.getX().getType() == getType() ? OpFoldResult(inner.getX()) : nullptr;
}

LogicalResult BitcastOp::verify() {
  RankedTensorType from = getX().getType(), to = getType();
  if (from.getShape() != to.getShape())
    return emitOpError("changes the shape from ") << from << " to " << to;
  unsigned before = from.getElementTypeBitWidth(), after = to.getElementTypeBitWidth();
  if (before == after)
    return success();
  return emitOpError("needs element types of one width, but ")
         << from.getElementType() << " has " << before << " bits and " << to.getElementType()
         << " has " << after << "; use prim.cast to convert values";
}
