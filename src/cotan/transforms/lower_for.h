// flow.for becomes flow.while, which carries the index.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

// before: %r = flow.for %lower to %upper step %one carry(%x) body(%i, %a) { ... yield %b }
// after:  %j, %r = flow.while (%lower, %x)
//           cond(%i, %a) { %more = less %i, %upper  cond_yield %more, %i, %a }
//           body(%i, %a) { ... yield add %i, %one, %b }
/// Replaces every flow.for in `function`. Steps other than 1 may leap over the last number of their
/// type, so that such loops, and reverse ones, count their turns beside the index.
/// It is for programs that are looked at: only of flow.for can be proved that two loops run equally
/// often, which derivatives of what pushes and pops itself need.
void lowerFor(mlir::func::FuncOp function);

/// --lower-for
std::unique_ptr<mlir::Pass> createLowerForPass();

} // namespace cotan
