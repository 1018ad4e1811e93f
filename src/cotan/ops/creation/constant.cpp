// constant: meaning. Signature and doc: constant.td.
#include "cotan/ops/creation/constant.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult ConstantOp::verify() {
  if (isa<DenseElementsAttr>(getValue()))
    return success();
  return emitOpError(
      "value must be written out as dense<...>; other forms of elements are not read");
}

Arrays ConstantOp::evaluate(ArrayRef<Array>) {
  return {toArray(cast<DenseElementsAttr>(getValue()))};
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }
