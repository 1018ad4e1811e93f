// Stack code: operations take their operands from a stack and put their results there. Values that
// are read more than once, or later, lie in locals.
#include "cotan/translate/op_text.h"
#include "cotan/translate/printers.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::forms {
namespace {

/// The uses of a value under any of its types.
SmallVector<OpOperand *> usesOf(Value value) {
  SmallVector<OpOperand *> uses;
  SmallVector<Value> open = {value};
  while (!open.empty())
    for (OpOperand &use : open.pop_back_val().getUses())
      if (isSameValue(use.getOwner()))
        open.push_back(use.getOwner()->getResult(0));
      else
        uses.push_back(&use);
  return uses;
}

/// Constants that are longer are pushed once and kept, unless they are read only once.
constexpr size_t longestRepeated = 80;

class StackCode {
public:
  explicit StackCode(FunctionText &function) : function(function) {}

  std::string run() {
    lines.push_back("function " + function.name().str() + "(" +
                    function.typed(function.blocks().front()->getArguments()) + ") -> " +
                    typesText(function.results()));
    ArrayRef<Block *> blocks = function.blocks();
    for (auto [i, block] : llvm::enumerate(blocks)) {
      lines.push_back(function.of(block).str() + ":");
      for (Operation &op : block->without_terminator())
        if (!isSameValue(&op) && !waits(&op))
          emit(&op);
      end(block->getTerminator(), i + 1 < blocks.size() ? blocks[i + 1] : nullptr);
    }
    return llvm::join(lines, "\n") + "\n";
  }

private:
  void add(const Twine &line) { lines.push_back(("  " + line).str()); }

  /// Whether `op` is computed where its result is read: constants are, and what is read once, in
  /// its own block; by then nothing can have changed what it computes.
  static bool waits(Operation *op) {
    if (op->getNumResults() != 1 || !isMemoryEffectFree(op))
      return false;
    SmallVector<OpOperand *> uses = usesOf(op->getResult(0));
    const size_t length = constantText(op).size();
    if (length != 0)
      return uses.size() <= 1 || length <= longestRepeated;
    return uses.size() == 1 && uses[0]->getOwner()->getBlock() == op->getBlock();
  }

  /// Puts values on the stack, and before each what it waits for.
  void push(ValueRange values) {
    SmallVector<std::pair<Operation *, Value>> open; // to be computed, or to be pushed
    auto plan = [&](ValueRange wanted) {
      for (Value value : llvm::reverse(wanted))
        open.push_back({nullptr, sameValue(value)});
    };
    plan(values);
    while (!open.empty()) {
      auto [ready, value] = open.pop_back_val();
      Operation *op = ready ? nullptr : value.getDefiningOp();
      if (ready) {
        compute(ready);
      } else if (op && waits(op)) {
        open.push_back({op, value});
        plan(op->getOperands());
      } else {
        load(value);
      }
    }
  }

  void compute(Operation *op) {
    const std::string constant = constantText(op);
    const std::string types = " : " + typesText(op->getResultTypes());
    StringRef callee = function.calleeOf(op);
    if (!constant.empty())
      add("push " + constant);
    else if (!callee.empty())
      add("call " + callee + " " + Twine(op->getNumOperands()) + types);
    else
      add("op " + op->getName().getStringRef() + " " + Twine(op->getNumOperands()) +
          attributesText(op) + types);
  }

  void emit(Operation *op) {
    push(op->getOperands());
    compute(op);
    store(op->getResults());
  }

  void load(Value value) {
    const std::string name = function.of(value).str();
    // What was stored just now, and is read only here, need not leave the stack.
    if (lines.back() == "  store " + name && usesOf(value).size() == 1)
      lines.pop_back();
    else
      add("load " + name);
  }

  /// The last is on top.
  void store(ValueRange values) {
    for (Value value : llvm::reverse(values))
      if (usesOf(value).empty())
        add("drop");
      else
        add("store " + function.of(value));
  }

  /// All values are pushed before one is stored: blocks may exchange their arguments.
  void follow(const Edge &edge, Block *next) {
    push(edge.values);
    store(edge.target->getArguments());
    if (edge.target != next)
      add("jump " + function.of(edge.target));
  }

  /// Where to jump for an edge: to code of its own if there is something to store on the way.
  std::string labelOf(const Edge &edge, SmallVectorImpl<std::pair<std::string, Edge>> &later) {
    if (edge.values.empty())
      return function.of(edge.target).str();
    later.push_back({function.fresh("edge"), edge});
    return later.back().first;
  }

  void end(Operation *end, Block *next) {
    SmallVector<Edge> edges = edgesOf(end);
    if (edges.empty()) {
      push(end->getOperands());
      return add("ret " + Twine(end->getNumOperands()));
    }
    if (edges.size() == 1 && isa<cf::BranchOp>(end))
      return follow(edges[0], next);
    SmallVector<std::pair<std::string, Edge>> later;
    push(end->getOperand(0));
    if (isa<cf::CondBranchOp>(end)) {
      add("jump_if " + labelOf(edges[0], later));
      follow(edges[1], later.empty() ? next : nullptr);
    } else {
      std::string table;
      for (const Edge &edge : edges)
        table += (table.empty() ? " " : ", ") +
                 (edge.number ? std::to_string(*edge.number) : "else") + ": " +
                 labelOf(edge, later);
      add("switch" + table);
    }
    for (auto &[label, edge] : later) {
      lines.push_back(label + ":");
      follow(edge, nullptr);
    }
  }

  FunctionText &function;
  std::vector<std::string> lines;
};

} // namespace

std::string printStack(MutableArrayRef<FunctionText> functions) {
  std::string text;
  for (FunctionText &function : functions)
    text += (text.empty() ? "" : "\n") + StackCode(function).run();
  return text;
}

} // namespace cotan::forms
