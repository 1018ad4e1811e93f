#include "cotan/codegen/overlap.h"

#include "cotan/codegen/epilogue.h"
#include "cotan/codegen/frame_plan.h"
#include "cotan/codegen/small_product.h"
#include "cotan/codegen/value_kinds.h"
#include "cotan/ir/code/code.h"
#include "cotan/ir/cost.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr size_t mostCalls = 16;
/// What may be in memory earlier or longer than it would be, for one group: products with larger
/// results keep all threads busy one by one.
constexpr int64_t mostBytes = 8 << 20;
/// How many ops behind a call are searched for others.
constexpr unsigned longestWayToOverlap = 64;

bool isOpen(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || !tensor.hasStaticShape();
}

int64_t bytesOfResults(Operation *op) {
  int64_t bytes = 0;
  for (Type type : op->getResultTypes())
    bytes += isOpen(type) ? mostBytes : bytesOfTensor(type);
  return bytes;
}

/// These have code of their own, which runs on several threads by itself.
bool hasSmallProduct(Operation *op, CallsRuntime call) {
  std::optional<MatrixProduct> product = call.runtimeCall().product;
  return product && !product->batches.empty() &&
         isSmallProduct(*product, elementType(op->getResult(0).getType()));
}

/// Small results are in a frame that is planned for one op after the other; updates overwrite what
/// others may still read.
bool isWorthATask(Operation *op) {
  auto call = dyn_cast<CallsRuntime>(op);
  if (!call || isa<Updating>(op) || hasFormula(op) || epilogueOf(op) || op->use_empty() ||
      !isMemoryEffectFree(op) || llvm::any_of(op->getOperandTypes(), isOpen) ||
      llvm::any_of(op->getResultTypes(), isOpen) ||
      llvm::any_of(op->getResultTypes(), isSmallTensor) || hasSmallProduct(op, call))
    return false;
  return workOf(op) >= workOfTask;
}

template <typename Set> bool readsAnyOf(Operation *op, const Set &makers) {
  return llvm::any_of(op->getOperands(),
                      [&](Value operand) { return makers.contains(operand.getDefiningOp()); });
}

/// Brings the calls of one block together.
class BlockOverlapper {
public:
  explicit BlockOverlapper(Block &block) : block(block) {}

  void run() {
    for (Operation *op = &block.front(); op != &block.back(); op = op->getNextNode()) {
      CallGroup group(op);
      if (group.calls().empty())
        continue;
      gather(group);
      op = group.calls().back();
    }
  }

private:
  /// Searches behind the group. What depends on its calls, what has effects and what needs either
  /// stays there; the others are free to move before it.
  void gather(CallGroup &group) {
    DenseSet<Operation *> staying(group.calls().begin(), group.calls().end());
    SmallVector<Operation *> free;
    Operation *next = group.calls().back()->getNextNode();
    for (unsigned i = 0; i < longestWayToOverlap && next != &block.back(); ++i) {
      Operation *op = next;
      next = op->getNextNode();
      if (op->getNumRegions() > 0 && !isa<code::KernelOp>(op))
        return; // control flow may take long and much memory
      if (!isMemoryEffectFree(op) || readsAnyOf(op, staying))
        staying.insert(op);
      else if (tryMove(op, group, free))
        staying.insert(op);
      else
        free.push_back(op);
    }
  }

  /// Moves `op` to the end of the group, and what it needs of the free ops before the group.
  static bool tryMove(Operation *op, CallGroup &group, SmallVector<Operation *> &free) {
    if (!isWorthATask(op))
      return false;
    DenseSet<Operation *> makers;
    auto addMakers = [&](Operation *reader) {
      for (Value operand : reader->getOperands())
        makers.insert(operand.getDefiningOp());
    };
    addMakers(op);
    SmallVector<Operation *> needed, others;
    int64_t bytes = 0;
    for (Operation *earlier : llvm::reverse(free)) {
      bool isNeeded = makers.contains(earlier);
      (isNeeded ? needed : others).push_back(earlier);
      if (!isNeeded)
        continue;
      addMakers(earlier);
      bytes += bytesOfResults(earlier);
    }
    Operation *last = group.calls().back();
    if (!group.tryAdd(op, bytes))
      return false;
    op->moveAfter(last);
    for (Operation *maker : llvm::reverse(needed))
      maker->moveBefore(group.calls().front());
    free.assign(others.rbegin(), others.rend());
    return true;
  }

  Block &block;
};

struct OverlapPass : PassWrapper<OverlapPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OverlapPass)
  StringRef getArgument() const override { return "overlap"; }
  StringRef getDescription() const override {
    return "Bring together calls of the runtime that can run at the same time";
  }
  void runOnOperation() override { overlap(getOperation()); }
};

} // namespace

CallGroup::CallGroup(Operation *op) {
  while (op && !readsAnyOf(op, *this) && tryAdd(op))
    op = op->getNextNode();
}

bool CallGroup::tryAdd(Operation *op, int64_t bytes) {
  if (!isWorthATask(op))
    return false;
  if (!members.empty())
    bytes += bytesOfResults(op);
  if (members.size() == mostCalls || moreBytes + bytes > mostBytes)
    return false;
  members.push_back(cast<CallsRuntime>(op));
  moreBytes += bytes;
  return true;
}

void overlap(func::FuncOp function) {
  function.walk([&](Block *block) {
    if (!isa<code::KernelOp>(block->getParentOp()))
      BlockOverlapper(*block).run();
  });
}

std::unique_ptr<Pass> createOverlapPass() { return std::make_unique<OverlapPass>(); }

} // namespace cotan
