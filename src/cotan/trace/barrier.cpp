#include "cotan/trace/barrier.h"

#include "cotan/ops/op_rules.h"
#include "cotan/trace/context.h"
#include "cotan/trace/scope.h"

using namespace mlir;

namespace cotan::trace {

Tensors behindBarrier(ArrayRef<TensorRef> tensors) {
  Scope *scope = Scope::innermost();
  if (!scope)
    refuseLeaked(tensors);
  OpBuilder builder = scope->builder();
  RuleBuilder b(builder, currentLocation());
  Exprs all;
  for (const TensorRef &tensor : tensors)
    all.push_back(b(scope->read(*tensor)));
  Tensors results;
  for (auto [tensor, x] : llvm::zip_equal(tensors, all))
    results.push_back(
        scope->wrap(optimization_barrier(x, all).value(), tensor->isWeak, tensor->sizes()));
  return results;
}

} // namespace cotan::trace
