#include "cotan/ir/flow/constants.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace mlir;

namespace cotan::flow {

std::optional<llvm::APInt> constantOf(Attribute attribute) {
  if (auto scalar = dyn_cast_or_null<IntegerAttr>(attribute))
    return scalar.getValue();
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!elements || elements.getNumElements() != 1)
    return std::nullopt;
  return *elements.value_begin<llvm::APInt>();
}

std::optional<llvm::APInt> constantOf(Value value) {
  Attribute attribute;
  matchPattern(value, m_Constant(&attribute));
  return constantOf(attribute);
}

Region &chosenRegion(Structured branch, const llvm::APInt &selector) {
  if (auto op = dyn_cast<IfOp>(branch.getOperation()))
    return selector.isZero() ? op.getElseRegion() : op.getThenRegion();
  auto op = cast<SwitchOp>(branch.getOperation());
  bool isUnsigned = getElementTypeOrSelf(op.getIndex().getType()).isUnsignedInteger();
  int64_t last = op.getCases().size() - 1;
  int64_t index = isUnsigned ? selector.getLimitedValue(last) : selector.getSExtValue();
  return op.getCases()[std::clamp<int64_t>(index, 0, last)];
}

} // namespace cotan::flow
