#include "cotan/autodiff/requests.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/rules/parts.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

bool isStructured(func::FuncOp function) {
  auto hasSeveralBlocks = [](Region &region) { return !region.empty() && !region.hasOneBlock(); };
  WalkResult result = function.walk([&](Operation *op) {
    return llvm::any_of(op->getRegions(), hasSeveralBlocks) ? WalkResult::interrupt()
                                                            : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

LogicalResult checkBody(func::FuncOp function) {
  if (function.isExternal())
    return emitErrorOf(function) << "has no body to differentiate";
  if (!isStructured(function))
    return emitErrorOf(function) << "has unstructured control flow; lift it first (--lift-cf)";
  if (fn::usesFunctionValues(function)) // or derivatives would end there in silence
    return emitErrorOf(function)
           << "has function values; make calls of them first (--resolve-functions)";
  if (Operation *end = &function.front().back(); !isa<func::ReturnOp>(end))
    return end->emitError("'") << end->getName() << "' ends '" << function.getName()
                               << "', so it has no results; end it with 'func.return'";
  return success();
}

LogicalResult checkNumbers(func::FuncOp function) {
  auto isFloat = [](Type type) { return isa<FloatType>(type); };
  WalkResult result = function.walk([&](Operation *op) {
    if (op->getNumOperands() == 0 || llvm::none_of(op->getResultTypes(), isFloat))
      return WalkResult::advance();
    op->emitError("'") << op->getName() << "' makes a number, and derivatives flow through tensors "
                       << "only; make it a tensor first (--tensorize-numbers)";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult checkArgument(func::FuncOp function, unsigned index) {
  if (index >= function.getNumArguments())
    return emitErrorOf(function) << "has no argument #" << index << "; it has "
                                 << function.getNumArguments() << " arguments";
  if (Type type = function.getArgumentTypes()[index]; !carriesDerivative(type))
    return function.emitError("argument #")
           << index << " is " << type
           << ", which cannot carry a derivative; only tensors of floats can";
  return success();
}

LogicalResult reportMissingRule(Operation *op, StringRef rule) {
  if (auto call = dyn_cast<flow::CustomCallOp>(op))
    return call.emitError("'")
           << op->getName() << "' of '" << call.getCallee()
           << "' has a derivative in reverse mode only; use reverse mode, or give "
              "it a 'jvp'";
  auto error = op->emitError("'") << op->getName()
                                  << "' has no derivative rule, but a derivative "
                                     "must flow through it";
  if (op->hasAttr(wholeName))
    return error << ", and its decomposition is switched off for derivatives; let it be decomposed";
  if (isa<Decomposable>(op))
    return error
           << ", and it has no decomposition for these operands and attributes; give the op a '"
           << rule << "'";
  if (isa<CallOpInterface>(op))
    return error << "; inline calls first (--inline)";
  if (isa<flow::ScanOp>(op))
    return error << "; lower it first (--lower-scan)";
  return error << "; give the op a '" << rule << "', or stop the gradient before it";
}

LogicalResult checkAnswer(Operation *op, ValueRange answer, size_t expected, StringRef what) {
  if (answer.size() == expected)
    return success();
  if (answer.empty())
    return op->emitError("'") << op->getName() << "' has no derivative with "
                              << op->getAttrDictionary() << "; stop the gradient before it";
  return op->emitError("the derivative rule of '") << op->getName() << "' answers " << answer.size()
                                                   << ' ' << what << ", expected " << expected;
}

} // namespace cotan
