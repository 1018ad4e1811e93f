// Function values as tensors: the number of the function, and all that it may have captured.
#pragma once

#include "cotan/closures/kinds.h"

namespace cotan {

// before: %h = flow.if %c -> !fn.fn<...> { yield fn.closure @f(%a) } else { yield fn.constant @g }
//         fn.apply %h(%x)
// after:  %n, %b = flow.if %c -> (tensor<i64>, tensor<f64>) { yield 0, %a } else { yield 1, 0.0 }
//         flow.switch %n case { func.call @f(%b, %x) } case { func.call @g(%x) }
/// Rewrites the functions the kinds are of; none has a function value afterwards.
llvm::LogicalResult lowerFunctionValues(llvm::ArrayRef<mlir::func::FuncOp> functions,
                                        const FunctionKinds &kinds);

} // namespace cotan
