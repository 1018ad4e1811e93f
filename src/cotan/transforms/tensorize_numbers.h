// Numbers outside of tensors become 0-d tensors: then no pass and no derivative meets them.
//
// before: %c = tensor.extract %t[] : tensor<i1>    flow.if %c : i1
// after:                                           flow.if %t : tensor<i1>
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// In a function of one block; branches between blocks are on numbers. Calls in it take and return
/// tensors. Its own type stays.
void tensorizeNumbers(mlir::func::FuncOp function);

/// --tensorize-numbers
std::unique_ptr<mlir::Pass> createTensorizeNumbersPass();

} // namespace cotan
