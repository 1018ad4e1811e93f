// Forward mode, to any order at once (Taylor mode): interleaves a function with the code that
// computes how its results move when its arguments do.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace cotan {

/// Lets each argument of `wrt` move along a curve x_0 + x_1 t + x_2 t^2 + ..., where x_0 is the
/// argument itself. Appends as arguments x_1, x_2, ... up to x_given (`order`, if not said) of each
/// argument of `wrt` in turn; those above are zero. Appends as results y_1 ... y_order of each
/// result that can carry a derivative in turn.
///
/// Coefficients are normalised: x_k is the k-th derivative at t = 0 divided by k!. At order 1 they
/// are tangents; with given = 1, k! y_k is the k-th derivative in the direction x_1. Each has its
/// degree k in the attribute `flow.order`. Errors are reported at the op without a rule.
llvm::LogicalResult pushForward(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> wrt,
                                unsigned order = 1, std::optional<unsigned> given = {});

} // namespace cotan
