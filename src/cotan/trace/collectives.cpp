#include "cotan/trace/collectives.h"

#include "cotan/ir/interfaces/collective.h"

using namespace mlir;

namespace cotan::trace {

TensorRef tracedHere(const TensorRef &x) {
  Scope *scope = Scope::innermost();
  if (x->isTraced() || !scope)
    return x;
  return scope->wrap(scope->read(*x, x->held()), x->isWeak);
}

StringRef axisMet(ModuleOp module) {
  StringRef found;
  module.walk([&](Collective op) {
    found = op.getAxisName();
    return WalkResult::interrupt();
  });
  return found;
}

} // namespace cotan::trace
