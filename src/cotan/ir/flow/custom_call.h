// The states of flow.custom_call: a call of its function, and, once a derivative reads residuals, a
// call of its forward function. Who changes them: cotan/autodiff/custom_rules.h.
#pragma once

#include "cotan/ir/flow/flow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan::flow {

/// Replaces `op` by one that calls the forward function, whose residuals derivatives of this order
/// read.
CustomCallOp keepResiduals(CustomCallOp op, unsigned order);

/// Undoes this, if nothing reads the residuals.
void forgetResiduals(CustomCallOp op);

/// Replaces `op` by a plain call of what it runs: what it computes has the derivative it has.
mlir::func::CallOp makePlain(CustomCallOp op);

} // namespace cotan::flow
