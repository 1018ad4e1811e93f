// Sizes that types leave open are said where they follow from the types of the arguments: by the
// rules of sizes, with numbers that are known then.
//
// before: func @f(%x: tensor<5x3xf32>)  %n = prim.shape %x ...  %y = prim.reshape %x to %m : ... ->
// tensor<?xf32> after:                                %m = prim.constant dense<15>  %y = ... ->
// tensor<15xf32>
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Gives the function arguments of these types, which may say more than its own, and its ops and
/// results the types that follow. Functions that it calls get copies for the types they are called
/// with; those that call themselves, and function values, keep open sizes. What cannot fit is an
/// error.
llvm::LogicalResult refineSizes(mlir::func::FuncOp function, mlir::TypeRange arguments);

/// --refine-sizes
std::unique_ptr<mlir::Pass> createRefineSizesPass();

} // namespace cotan
