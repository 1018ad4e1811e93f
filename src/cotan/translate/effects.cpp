#include "cotan/translate/effects.h"

#include "cotan/ir/calls.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan::forms {

Effects::Effects(ArrayRef<func::FuncOp> functions) {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callers;
  SmallVector<Operation *> open;
  for (func::FuncOp function : functions)
    function->walk([&](Operation *op) {
      if (FlatSymbolRefAttr callee = calleeOf(op))
        callers[functionNamed(op, callee)].push_back(op);
      else if (op->getNumRegions() == 0 && !isMemoryEffectFree(op) &&
               !op->hasTrait<OpTrait::IsTerminator>())
        open.push_back(op);
    });
  while (!open.empty()) {
    // All around the op has its effect, and what calls the function that it is in.
    Operation *op = open.pop_back_val();
    while (op && !isa<ModuleOp>(op) && found.insert(op).second) {
      if (isa<func::FuncOp>(op))
        llvm::append_range(open, callers.lookup(op));
      op = op->getParentOp();
    }
  }
}

} // namespace cotan::forms
