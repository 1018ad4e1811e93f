#include "cotan/autodiff/scope.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace cotan {

Value Scope::cotangentStack(Value leader) const {
  for (const Scope *here = this; here; here = here->parent)
    if (Value found = here->cotangentStacks.lookup(leader))
      return found;
  return nullptr;
}

void Scope::setInsertionPointToStart(OpBuilder &builder) const {
  if (before)
    builder.setInsertionPointAfter(before);
  else
    builder.setInsertionPointToStart(dual);
}

// Others are summed up from zero in each region: additions wait less for each other, and a tensor
// of zeros is nothing. Of what is large, a turn may read one element by its index.
bool isSummedInPlace(Value value) {
  constexpr int64_t leastElements = 64;
  auto type = cast<RankedTensorType>(value.getType());
  return !type.hasStaticShape() || type.getNumElements() >= leastElements;
}

} // namespace cotan
