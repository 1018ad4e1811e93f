// Basic blocks, whose arguments are what others call phis.
#include "cotan/translate/op_text.h"
#include "cotan/translate/printers.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;

namespace cotan::forms {
namespace {

std::string targetOf(const FunctionText &function, const Edge &edge) {
  std::string target = function.of(edge.target).str();
  return edge.values.empty() ? target : target + "(" + function.of(ValueRange(edge.values)) + ")";
}

std::string endOf(const FunctionText &function, Operation *end) {
  SmallVector<Edge> edges = edgesOf(end);
  if (edges.empty())
    return ("ret " + StringRef(function.of(ValueRange(end->getOperands())))).str();
  if (isa<cf::BranchOp>(end))
    return "br " + targetOf(function, edges[0]);
  const std::string chooser = function.of(end->getOperand(0)).str();
  if (isa<cf::CondBranchOp>(end))
    return "cond_br " + chooser + ", " + targetOf(function, edges[0]) + ", " +
           targetOf(function, edges[1]);
  std::string text = "switch " + chooser;
  for (const Edge &edge : edges)
    text += ", " + (edge.number ? std::to_string(*edge.number) : "else") + ": " +
            targetOf(function, edge);
  return text;
}

void printBlock(std::string &text, const FunctionText &function, Block *block) {
  text += function.of(block);
  if (block->getNumArguments() != 0 && !block->isEntryBlock())
    text += "(" + function.typed(block->getArguments()) + ")";
  text += ":\n";
  for (Operation &op : block->without_terminator()) {
    if (isSameValue(&op))
      continue;
    const std::string results = function.of(ValueRange(op.getResults()));
    text += "  " + (results.empty() ? "" : results + " = ") + function.of(&op) + "\n";
  }
  text += "  " + StringRef(endOf(function, block->getTerminator())).rtrim().str() + "\n";
}

} // namespace

std::string printCfg(ArrayRef<FunctionText> functions) {
  std::string text;
  for (const FunctionText &function : functions) {
    text += (text.empty() ? "" : "\n") + ("function " + function.name()).str() + "(" +
            function.typed(function.blocks().front()->getArguments()) + ") -> " +
            typesText(function.results()) + " {\n";
    for (Block *block : function.blocks())
      printBlock(text, function, block);
    text += "}\n";
  }
  return text;
}

} // namespace cotan::forms
