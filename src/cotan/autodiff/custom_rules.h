// What derivatives make of flow.custom_call: where one reads its residuals it becomes a call of the
// forward function, but stays one op, so that other results may still be differentiated by its rule
// and removing the derivative gives the program back. Derivatives of a higher order see the forward
// function's own ops.
#pragma once

#include "cotan/autodiff/activity.h"
#include "cotan/autodiff/liveness.h"
#include "cotan/ir/flow/flow.h"

namespace cotan {

/// Puts the forward functions in the place of ops whose residuals derivatives of orders below
/// `order` read.
llvm::LogicalResult inlineForwards(mlir::func::FuncOp function, unsigned order);

/// Gives active ops their residuals; false if there is none that lacked them. Fails if a derivative
/// would flow to what an op has captured.
llvm::FailureOr<bool> keepResiduals(mlir::func::FuncOp function, const Activity &activity,
                                    unsigned order);

/// Fails if a derivative would flow to what the op has captured.
llvm::LogicalResult checkCaptured(flow::CustomCallOp op, const Activity &activity);

/// Inlines the calls of reverse functions that rules have built for a derivative of this order.
llvm::LogicalResult inlineReverses(mlir::func::FuncOp function, const NewCode &newCode,
                                   unsigned order);

/// Where nothing reads residuals any more, the ops are as they were.
void forgetResiduals(mlir::func::FuncOp function);

} // namespace cotan
