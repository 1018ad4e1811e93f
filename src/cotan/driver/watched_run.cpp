#include "cotan/driver/watched_run.h"

#include "cotan/driver/resolve_functions.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/transforms/decompose.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace cotan {

LogicalResult runWatched(func::FuncOp function, ArrayRef<Array> operands, const Watch &watch) {
  auto module = function->getParentOfType<ModuleOp>();
  module.walk([](flow::PrintOp print) { print.erase(); });
  if (failed(decompose(module)))
    return failure();
  return interpret(function, operands, {}, /*statistics=*/nullptr, resolveForInterpreter, &watch);
}

} // namespace cotan
