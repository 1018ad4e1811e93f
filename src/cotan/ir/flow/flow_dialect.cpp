#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/flow.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "cotan/ir/flow/flow_dialect.cpp.inc"
#include "cotan/ir/flow/flow_interfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "cotan/ir/flow/flow_types.cpp.inc"

#define GET_OP_CLASSES
#include "cotan/ir/flow/flow_ops.cpp.inc"

namespace cotan::flow {
namespace {

/// Control flow may be inlined anywhere. Anything of one block may be inlined into it: its regions
/// cannot hold more. Only a call whose residuals a derivative reads belongs to its function: the
/// order counts from there.
struct FlowInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *op, Region *, bool, IRMapping &) const final {
    auto call = dyn_cast<CustomCallOp>(op);
    return !call || !call.getOrder();
  }
  bool isLegalToInline(Region *, Region *source, bool, IRMapping &) const final {
    return source->hasOneBlock();
  }
};

} // namespace

// Without this, MLIR's own parser would skip parameters.
Type StackType::parse(AsmParser &parser) {
  if (succeeded(parser.parseOptionalLess())) {
    parser.emitError(parser.getCurrentLocation(), "'!flow.stack' takes no parameter");
    return nullptr;
  }
  return get(parser.getContext());
}

void StackType::print(AsmPrinter &) const {}

/// The mark of a checkpoint; others tell passes what derivatives added.
LogicalResult FlowDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != checkpointMark)
    return success();
  if (!isa<func::CallOp, CustomCallOp>(op))
    return op->emitError("'") << checkpointMark << "' marks calls of functions, but this is '"
                              << op->getName() << "'";
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!isa<RankedTensorType>(type))
        return op->emitError("'") << checkpointMark
                                  << "' marks calls that take and return tensors, "
                                  << "which the derivative can keep, but this one has a " << type;
  return success();
}

void FlowDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "cotan/ir/flow/flow_types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "cotan/ir/flow/flow_ops.cpp.inc"
      >();
  addInterfaces<FlowInliner>();
}

} // namespace cotan::flow
