// Loops that do their work while they decide whether to go on are turned into ones that decide
// first.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace cotan {

// before: flow.while cond { A; %s:2 = flow.if %c { B; yield %true, %y } else { yield %false, %z }
//                           cond_yield %s#0, %s#1 } body(%x) { yield %x }
// after:  flow.while cond { A; cond_yield %c, ... } body { B; yield %y }
void addLoopRotation(mlir::RewritePatternSet &patterns);

} // namespace cotan
