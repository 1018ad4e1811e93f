#include "cotan/translate/function_text.h"

#include "cotan/ir/calls.h"
#include "cotan/translate/op_text.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::forms {
namespace {

/// What a block is to the one that leads to it, in the words of the programs it is lowered from.
StringRef roleOf(Block *block, DominanceInfo &dominance) {
  if (block->isEntryBlock())
    return "start";
  auto isLoop = [&](Block *header) {
    return llvm::any_of(header->getPredecessors(),
                        [&](Block *from) { return dominance.dominates(header, from); });
  };
  if (isLoop(block))
    return "header";
  Block *from = block->getSinglePredecessor();
  if (!from)
    return "join";
  Operation *end = from->getTerminator();
  if (isa<cf::SwitchOp>(end))
    return "case";
  if (!isa<cf::CondBranchOp>(end))
    return "block";
  const bool isFirst = end->getSuccessor(0) == block;
  if (isLoop(from))
    return isFirst ? "body" : "after";
  return isFirst ? "yes" : "no";
}

/// As the flag of a switch is read.
int64_t asNumber(const APInt &bits, Type flag) {
  const bool isSigned = !flag.isUnsignedInteger() && !flag.isInteger(1);
  return isSigned ? bits.getSExtValue() : bits.getZExtValue();
}

} // namespace

FunctionText::FunctionText(func::FuncOp function, const FunctionNames &names,
                           const SourceNames &source)
    : function(function), functionNames(names) {
  for (auto &[op, name] : names)
    (void)words.fresh(name);
  DominanceInfo dominance(function);
  for (Block &block : function.getBody())
    if (dominance.isReachableFromEntry(&block))
      order.push_back(&block);
  auto add = [&](Value value, StringRef kind) {
    const std::string name = source.of(value);
    valueNames[value] = words.fresh(name.empty() ? kind : StringRef(name));
  };
  for (Block *block : order) {
    blockNames[block] = words.fresh(roleOf(block, dominance));
    for (BlockArgument argument : block->getArguments())
      add(argument, "v");
    for (Operation &op : *block)
      if (!isSameValue(&op))
        for (Value result : op.getResults())
          add(result, "v");
  }
}

StringRef FunctionText::of(Value value) const { return valueNames.at(sameValue(value)); }

std::string FunctionText::of(ValueRange values) const {
  return llvm::join(llvm::map_range(values, [&](Value value) { return of(value); }), ", ");
}

std::string FunctionText::typed(ValueRange values) const {
  auto typed = [&](Value value) { return of(value).str() + ": " + typeText(value.getType()); };
  return llvm::join(llvm::map_range(values, typed), ", ");
}

StringRef FunctionText::calleeOf(Operation *op) const {
  FlatSymbolRefAttr callee = cotan::calleeOf(op);
  return callee ? StringRef(functionNames.at(functionNamed(op, callee))) : "";
}

std::string FunctionText::of(Operation *op) const {
  if (std::string constant = constantText(op); !constant.empty())
    return constant;
  const std::string operands = "(" + of(op->getOperands()) + ")";
  const std::string types = " : " + typesText(op->getResultTypes());
  if (StringRef callee = calleeOf(op); !callee.empty())
    return callee.str() + operands + types;
  return op->getName().getStringRef().str() + operands + attributesText(op) + types;
}

SmallVector<Edge> edgesOf(Operation *end) {
  if (auto jump = dyn_cast<cf::BranchOp>(end))
    return {{jump.getDest(), jump.getDestOperands(), {}}};
  if (auto choice = dyn_cast<cf::CondBranchOp>(end))
    return {{choice.getTrueDest(), choice.getTrueDestOperands(), {}},
            {choice.getFalseDest(), choice.getFalseDestOperands(), {}}};
  SmallVector<Edge> edges;
  auto table = dyn_cast<cf::SwitchOp>(end);
  if (!table)
    return edges;
  auto numbers = table.getCaseValues();
  llvm::SmallDenseSet<APInt> seen; // of equal numbers, the first counts
  for (auto [i, number] :
       llvm::enumerate(numbers ? llvm::to_vector(*numbers) : SmallVector<APInt>()))
    if (seen.insert(number).second)
      edges.push_back({table.getCaseDestinations()[i], table.getCaseOperands(i),
                       asNumber(number, table.getFlag().getType())});
  edges.push_back({table.getDefaultDestination(), table.getDefaultOperands(), {}});
  return edges;
}

} // namespace cotan::forms
