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

size_t clampedIndex(const llvm::APInt &index, Type type, size_t count) {
  const int64_t last = int64_t(count) - 1;
  if (getElementTypeOrSelf(type).isUnsignedInteger())
    return index.getLimitedValue(last);
  return std::clamp<int64_t>(index.getSExtValue(), 0, last);
}

Region &chosenRegion(Structured branch, const llvm::APInt &selector) {
  if (auto op = dyn_cast<IfOp>(branch.getOperation()))
    return selector.isZero() ? op.getElseRegion() : op.getThenRegion();
  auto op = cast<SwitchOp>(branch.getOperation());
  return op.getCases()[clampedIndex(selector, op.getIndex().getType(), op.getCases().size())];
}

} // namespace cotan::flow
