#include "cotan/autodiff/scope.h"

using namespace mlir;

namespace cotan {

Value Scope::cotangentStack(Value leader) const {
  for (const Scope *scope = this; scope; scope = scope->parent)
    if (Value stack = scope->cotangentStacks.lookup(leader))
      return stack;
  return nullptr;
}

void Scope::setInsertionPointToStart(OpBuilder &builder) const {
  if (before)
    builder.setInsertionPointAfter(before);
  else
    builder.setInsertionPointToStart(dual);
}

} // namespace cotan
