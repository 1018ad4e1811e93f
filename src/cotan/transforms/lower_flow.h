// Structured control flow becomes branches between blocks: what lift_cf undoes.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

// before: %r = flow.while (%x) cond(%a) { ... cond_yield %more, %b } body(%c) { ... yield %d }
// after:          cf.br ^header(%x)
//         ^header(%a): ... cf.cond_br %more, ^body, ^after
//         ^body: ... (%b for %c) ... cf.br ^header(%d)
//         ^after: ... (%b for %r)
/// Replaces flow.if, flow.switch and flow.while in `function`; flow.for and flow.scan are refused
/// (--lower-scan and --lower-for make others of them). For programs that are looked at, as theirs.
llvm::LogicalResult lowerFlow(mlir::func::FuncOp function);

/// --lower-flow
std::unique_ptr<mlir::Pass> createLowerFlowPass();

} // namespace cotan
