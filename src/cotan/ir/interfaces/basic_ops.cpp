#include "cotan/ir/interfaces/basic_ops.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"

namespace cotan {

const BasicOps &BasicOps::in(mlir::MLIRContext *context) {
  return *context->getLoadedDialect("prim")->getRegisteredInterface<BasicOps>();
}

} // namespace cotan
