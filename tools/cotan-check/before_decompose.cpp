// Stands in until src/cotan/transforms/decompose.cpp exists (see CMakeLists.txt), then goes.
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/transforms/decompose.h"

using namespace mlir;

LogicalResult cotan::decompose(Operation *root, const DecomposeOptions &options) {
  return failure(root->walk([&](Operation *op) {
                       if (!isa<Decomposable>(op) ||
                           (options.keepCustomVjp && isa<Differentiable>(op)))
                         return WalkResult::advance();
                       op->emitError("composite ops cannot be decomposed yet");
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}
