#include "cotan/translate/forms.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/program_parts.h"
#include "cotan/transforms/inline_calls.h"
#include "cotan/transforms/lift_cf.h"
#include "cotan/transforms/lower_flow.h"
#include "cotan/transforms/lower_for.h"
#include "cotan/transforms/lower_scan.h"
#include "cotan/translate/printers.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr StringRef names[] = {"anf", "cps", "cfg", "stack", "graph", "dot"};

bool isOfBlocks(Form form) { return form == Form::cps || form == Form::cfg || form == Form::stack; }

/// What no form has words for.
LogicalResult checkOp(Operation *op) {
  if (isa<func::FuncOp, flow::IfOp, flow::SwitchOp, flow::WhileOp, flow::ForOp, flow::ScanOp>(op))
    return success();
  if (op->getNumRegions() != 0)
    return op->emitError("'") << op->getName()
                              << "' has regions, which no form can show; use flow.if, flow.switch, "
                                 "flow.while, flow.for or flow.scan";
  if (op->getNumSuccessors() != 0 && !isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(op))
    return op->emitError("'") << op->getName()
                              << "' branches in a way of its own, which no form can show; use "
                                 "cf.br, cf.cond_br or cf.switch";
  return success();
}

LogicalResult prepare(func::FuncOp function, Form form) {
  WalkResult checked = function.walk([](Operation *op) {
    return failed(checkOp(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (checked.wasInterrupted() || failed(checkParts(function)) || failed(lowerScan(function)))
    return failure();
  lowerFor(function);
  return isOfBlocks(form) ? lowerFlow(function) : liftControlFlow(function);
}

forms::FunctionNames nameFunctions(ArrayRef<func::FuncOp> functions) {
  forms::Identifiers words;
  forms::FunctionNames found;
  for (func::FuncOp function : functions)
    found[function] = words.fresh(function.getName());
  return found;
}

} // namespace

ArrayRef<StringRef> formNames() { return names; }

std::optional<Form> formNamed(StringRef name) {
  const auto *found = llvm::find(names, name);
  if (found == std::end(names))
    return std::nullopt;
  return static_cast<Form>(found - std::begin(names));
}

FailureOr<std::string> translate(func::FuncOp function, Form form, StringRef source) {
  auto callees = findCallees(function);
  if (failed(callees))
    return failure();
  SmallVector<func::FuncOp> functions(llvm::reverse(*callees));
  for (func::FuncOp each : functions)
    if (failed(prepare(each, form)))
      return failure();
  const forms::FunctionNames functionNames = nameFunctions(functions);
  const forms::SourceNames sourceNames(source);
  if (!isOfBlocks(form)) {
    auto program = forms::graphOf(functions, functionNames, sourceNames);
    return form == Form::anf     ? forms::printAnf(program)
           : form == Form::graph ? forms::printGraph(program)
                                 : forms::printDot(program);
  }
  std::vector<forms::FunctionText> texts;
  for (func::FuncOp each : functions)
    texts.emplace_back(each, functionNames, sourceNames);
  return form == Form::cps   ? forms::printCps(texts)
         : form == Form::cfg ? forms::printCfg(texts)
                             : forms::printStack(texts);
}

} // namespace cotan
