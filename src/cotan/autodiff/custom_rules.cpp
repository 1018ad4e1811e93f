#include "cotan/autodiff/custom_rules.h"

#include "cotan/autodiff/call_pairs.h"
#include "cotan/autodiff/names.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/custom_call.h"
#include "cotan/ir/ops_in.h"

using namespace mlir;

namespace cotan {

LogicalResult inlineForwards(func::FuncOp function, unsigned order) {
  auto isLower = [&](flow::CustomCallOp op) { return op.getOrder() && *op.getOrder() < order; };
  for (flow::CustomCallOp op : opsIn<flow::CustomCallOp>(function, isLower))
    if (failed(inlineCall(flow::makePlain(op))))
      return failure();
  return success();
}

LogicalResult checkCaptured(flow::CustomCallOp op, const Activity &activity) {
  for (Value captured : op.getOperands().take_back(op.getCaptured().value_or(0)))
    if (activity.isActive(captured))
      return op.emitError("the functions of this custom rule read a ")
             << captured.getType() << " from outside that the derivative depends on, and the rule "
             << "does not say how; pass it to the function as an argument";
  return success();
}

FailureOr<bool> keepResiduals(func::FuncOp function, const Activity &activity, unsigned order) {
  auto lacksResiduals = [&](flow::CustomCallOp op) {
    return !op.getOrder() && activity.reverses(op);
  };
  auto ops = opsIn<flow::CustomCallOp>(function, lacksResiduals);
  for (flow::CustomCallOp op : ops) {
    if (failed(checkCaptured(op, activity)))
      return failure();
    flow::keepResiduals(op, order);
  }
  return !ops.empty();
}

LogicalResult inlineReverses(func::FuncOp function, const NewCode &newCode, unsigned order) {
  auto isNew = [&](func::CallOp call) { return newCode.isNew(call) && !call->hasAttr(orderName); };
  Attribute mark = Builder(function.getContext()).getI64IntegerAttr(order);
  for (func::CallOp call : opsIn<func::CallOp>(function, isNew)) {
    auto inlined = inlineCall(call);
    if (failed(inlined))
      return failure();
    for (Operation &op : *inlined)
      op.walk([&](Operation *inner) {
        if (hasOwnEffects(inner))
          inner->setAttr(orderName, mark);
      });
  }
  return success();
}

void forgetResiduals(func::FuncOp function) {
  auto hasResiduals = [](flow::CustomCallOp op) { return op.getOrder().has_value(); };
  for (flow::CustomCallOp op : opsIn<flow::CustomCallOp>(function, hasResiduals))
    flow::forgetResiduals(op);
}

} // namespace cotan
