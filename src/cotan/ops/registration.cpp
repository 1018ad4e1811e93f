#include "cotan/ops/registration.h"

#include "cotan/ir/code/code.h"
#include "cotan/ir/composite/composite_dialect.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/basic_ops.h"
#include "cotan/ops/upstream.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace cotan {

void registerCotan(DialectRegistry &registry) {
  registry.insert<prim::PrimDialect, composite::CompositeDialect, flow::FlowDialect, fn::FnDialect,
                  code::CodeDialect, func::FuncDialect, cf::ControlFlowDialect, arith::ArithDialect,
                  tensor::TensorDialect>();
  func::registerInlinerExtension(registry);
  registerUpstreamOps(registry);
  // The ops lie in a layer above their dialects, so they are added when both are loaded.
  registry.addExtension(+[](MLIRContext *context, prim::PrimDialect *,
                            composite::CompositeDialect *) { ops::registerAllOps(context); });
  registry.addExtension(+[](MLIRContext *context, prim::PrimDialect *prim) {
    ops::addBasicOps(*prim);
    context->getOrLoadDialect<composite::CompositeDialect>();
  });
  registry.addExtension(+[](MLIRContext *context, composite::CompositeDialect *) {
    context->getOrLoadDialect<prim::PrimDialect>();
  });
}

ArrayRef<OpDocumentation> opDocumentation() {
  static const OpDocumentation table[] = {
#include "cotan/ops/op_documentation.inc"
  };
  return table;
}

} // namespace cotan
