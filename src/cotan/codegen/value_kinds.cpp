#include "cotan/codegen/value_kinds.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

bool isStack(Type type) { return isa<flow::StackType>(type); }

bool isTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && (tensor.getRank() > 0 || isa<ComplexType>(tensor.getElementType()));
}

DType elementType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return *dtypeOf(tensor ? tensor.getElementType() : type);
}

} // namespace cotan
