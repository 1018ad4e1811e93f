// before: flow.while ... body(...) {                      after: %t = prim.transpose %w
//           %t = prim.transpose %w                               flow.while ... body(...) {
//           %z = prim.matmul %x, %t                                %z = prim.matmul %x, %t
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Computes once, before a loop, what is the same in all its turns. What might fail stays, since a
/// loop may have no turns; so do tensors of open sizes, and what is larger than what it is computed
/// of, such as a repetition: it would take memory that is read instead.
void hoistInvariants(mlir::func::FuncOp function);

/// --hoist-invariants
std::unique_ptr<mlir::Pass> createHoistInvariantsPass();

} // namespace cotan
