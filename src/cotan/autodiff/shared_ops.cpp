#include "cotan/autodiff/shared_ops.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {

static size_t hashOf(Operation *op) {
  return OperationEquivalence::computeHash(op, OperationEquivalence::directHashValue,
                                           OperationEquivalence::ignoreHashValue,
                                           OperationEquivalence::IgnoreLocations);
}

Operation *SharedOps::findOrNote(Operation *op) {
  if (op->getNumRegions() > 0 || !isMemoryEffectFree(op))
    return nullptr;
  SmallVector<Operation *, 1> &alike = noted[{op->getBlock(), hashOf(op)}];
  for (Operation *other : alike)
    if (other == op ||
        OperationEquivalence::isEquivalentTo(op, other, OperationEquivalence::IgnoreLocations))
      return other == op ? nullptr : other;
  alike.push_back(op);
  return nullptr;
}

} // namespace cotan
