// Continuation-passing style. A block is a function within the block that comes before it on every
// way, so that it sees the values of that one; what follows a call is a function, too.
#include "cotan/translate/lambda_text.h"
#include "cotan/translate/op_text.h"
#include "cotan/translate/printers.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::forms {
namespace {

/// What a function goes on with when it is done.
constexpr StringRef done = "return";

class CpsText {
public:
  CpsText(FunctionText &function, LambdaText &text) : function(function), text(text) {}

  void run() {
    ArrayRef<Block *> blocks = function.blocks();
    findInner();
    std::string parameters = function.typed(blocks.front()->getArguments());
    parameters += (parameters.empty() ? "" : ", ") + done.str();
    text.open(function.name(), parameters);
    printFrom(blocks.front(), blocks.front()->begin());
    while (!open.empty()) {
      Work work = open.pop_back_val();
      if (work.block)
        printFrom(work.block, work.next);
      else if (work.inner)
        openBlock(work.inner);
      else
        text.close(work.tail);
    }
  }

private:
  /// What is left to print, the last first: a block from an op on, a block from its name on, or the
  /// end of a function.
  struct Work {
    Block *block = nullptr;
    Block::iterator next = {};
    Block *inner = nullptr;
    std::string tail = "";
  };

  void findInner() {
    ArrayRef<Block *> blocks = function.blocks();
    if (blocks.size() == 1)
      return;
    DominanceInfo dominance(blocks.front()->getParentOp());
    auto &tree = dominance.getDomTree(blocks.front()->getParent());
    for (Block *block : blocks)
      if (auto *above = tree.getNode(block)->getIDom(); above && !isDone(block))
        inner[above->getBlock()].push_back(block);
  }

  /// A block that only returns its arguments is what the function goes on with itself.
  static bool isDone(Block *block) {
    return !block->isEntryBlock() && llvm::hasSingleElement(*block) &&
           isa<func::ReturnOp>(block->front()) &&
           llvm::equal(block->front().getOperands(), block->getArguments());
  }

  StringRef nameOf(Block *block) const { return isDone(block) ? done : function.of(block); }

  void openBlock(Block *block) {
    text.open(function.of(block), function.typed(block->getArguments()));
    printFrom(block, block->begin());
  }

  void printFrom(Block *block, Block::iterator next) {
    for (; !next->hasTrait<OpTrait::IsTerminator>(); ++next) {
      if (isSameValue(&*next))
        continue;
      if (!function.calleeOf(&*next).empty())
        return printCall(block, next);
      text.let(tuple(next->getResults()), function.of(&*next));
    }
    leave(block, endOf(&*next));
  }

  /// What the call goes on with is the rest of the block, or what that would only go on with.
  void printCall(Block *block, Block::iterator call) {
    if (std::string same = continuationOf(&*call); !same.empty())
      return leave(block, apply(&*call, same));
    const std::string rest = function.fresh("k");
    text.open(rest, function.typed(call->getResults()));
    open.push_back({.tail = apply(&*call, rest)});
    open.push_back({.block = block, .next = std::next(call)});
  }

  /// Prints the blocks within this one, then the end of the innermost function.
  void leave(Block *block, std::string tail) {
    open.push_back({.tail = std::move(tail)});
    for (Block *each : llvm::reverse(inner[block]))
      open.push_back({.inner = each});
  }

  /// The function that takes just the results of the call, which stands last; empty if none does.
  std::string continuationOf(Operation *call) const {
    Operation *end = call->getNextNode();
    if (!end->hasTrait<OpTrait::IsTerminator>() ||
        !llvm::equal(end->getOperands(), call->getResults()))
      return "";
    if (isa<func::ReturnOp>(end))
      return done.str();
    auto jump = dyn_cast<cf::BranchOp>(end);
    return jump && hasOneUse(call) ? nameOf(jump.getDest()).str() : "";
  }

  static bool hasOneUse(Operation *call) {
    return llvm::all_of(call->getResults(), [](Value value) { return value.hasOneUse(); });
  }

  std::string apply(Operation *call, StringRef continuation) const {
    std::string arguments = function.of(ValueRange(call->getOperands()));
    arguments += (arguments.empty() ? "" : ", ") + continuation.str();
    return function.calleeOf(call).str() + "(" + arguments + ")";
  }

  std::string follow(const Edge &edge) const {
    return nameOf(edge.target).str() + "(" + function.of(ValueRange(edge.values)) + ")";
  }

  std::string endOf(Operation *end) const {
    SmallVector<Edge> edges = edgesOf(end);
    if (edges.empty())
      return done.str() + "(" + function.of(ValueRange(end->getOperands())) + ")";
    if (isa<cf::BranchOp>(end))
      return follow(edges[0]);
    const std::string chooser = function.of(end->getOperand(0)).str();
    if (isa<cf::CondBranchOp>(end))
      return "if " + chooser + " then " + follow(edges[0]) + " else " + follow(edges[1]);
    std::string cases;
    for (const Edge &edge : edges)
      cases += (cases.empty() ? " " : ", ") +
               (edge.number ? std::to_string(*edge.number) : "else") + ": " + follow(edge);
    return "case " + chooser + " of" + cases;
  }

  std::string tuple(ValueRange values) const {
    return tupleText(
        llvm::map_to_vector(values, [&](Value value) { return function.of(value).str(); }));
  }

  FunctionText &function;
  LambdaText &text;
  llvm::DenseMap<Block *, SmallVector<Block *>> inner; // the blocks within each
  SmallVector<Work> open;
};

} // namespace

std::string printCps(MutableArrayRef<FunctionText> functions) {
  LambdaText text;
  for (FunctionText &function : functions)
    CpsText(function, text).run();
  return text.take();
}

} // namespace cotan::forms
