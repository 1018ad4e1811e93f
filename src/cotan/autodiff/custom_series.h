// Forward mode of flow.custom_call with a `jvp`: y, y' = jvp(x, x').
#pragma once

#include "cotan/autodiff/moved_functions.h"
#include "cotan/autodiff/series.h"
#include "cotan/ir/flow/flow.h"

namespace cotan {

/// The results of a call, and the coefficients 1, 2, ... of each that is a tensor of floats.
struct CurveOfResults {
  mlir::ValueRange results;
  llvm::SmallVector<mlir::Value> coefficients;
};

/// Calls the rule in the place of `call`, which is replaced by what comes back.
CurveOfResults callJvp(flow::CustomCallOp call, Series &series, MovedFunctions &functions);

} // namespace cotan
