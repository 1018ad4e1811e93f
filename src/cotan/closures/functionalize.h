// Loops and branches become functions: the form of MindIR, in which control flow is which function
// is called.
//
// before: %r = flow.if %c { A  yield %a } else { B  yield %b }
// after:  %f = fn.closure @then(what A reads)   %g = fn.closure @else(what B reads)
//         %h = fn.switch %c, %f, %g             %r = fn.apply %h()
//
// before: %r = flow.while (%x) cond(%v) { C  cond_yield %c, %w } body(%w) { D  yield %y }
// after:  %r = func.call @header(%x)
//         @header(%v) { C  %f = fn.closure @body(%w)  %g = fn.closure @after(%w)
//                       %h = fn.switch %c, %f, %g     return fn.apply %h() }
//         @body(%w)   { D  return func.call @header(%y) }
//         @after(%w)  { return %w }
//
// --resolve-functions, --inline and --replace-tail-calls are the way back.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace cotan {

/// Does so with flow.if, flow.switch and flow.while, inner ones first. What uses stacks or numbers
/// outside of tensors stays as it is; so do counted loops, which --lower-for makes others of.
void functionalize(mlir::func::FuncOp function);

/// The same for all functions of a module: --functionalize.
std::unique_ptr<mlir::Pass> createFunctionalizePass();

} // namespace cotan
