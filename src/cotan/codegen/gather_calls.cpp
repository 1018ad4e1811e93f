#include "cotan/codegen/gather_calls.h"

#include "cotan/codegen/frame_plan.h"
#include "cotan/codegen/value_kinds.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/cost.h"
#include "cotan/ir/flow/flow.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr StringLiteral countName = "cotan.together", stepsName = "cotan.steps";
constexpr size_t mostGathered = 16;
/// What may be in memory earlier than it would be: in a recursion it is so on each level.
constexpr int64_t mostGatheredBytes = 1 << 20;
/// How many ops behind a call are searched for others.
constexpr unsigned longestWayToCall = 64;
/// Steps of a few numbers that are worth a task.
constexpr double stepsOfTask = 1 << 17;

//--- stacks

/// Of an argument; those that are asked for already are taken to be used alike.
bool allUsesAre(abi::StackUse use, Value stack, llvm::DenseSet<Value> &asked) {
  if (!asked.insert(stack).second)
    return true;
  return llvm::all_of(stack.getUses(), [&](OpOperand &operand) {
    Operation *user = operand.getOwner();
    if (isa<flow::PushBackOp>(user))
      return use == abi::StackUse::pushes && operand.getOperandNumber() == 0;
    if (isa<flow::PopBackOp>(user))
      return use == abi::StackUse::pops;
    auto call = dyn_cast<func::CallOp>(user);
    func::FuncOp callee = call ? functionNamed(call, call.getCalleeAttr()) : nullptr;
    return callee && allUsesAre(use, callee.getArgument(operand.getOperandNumber()), asked);
  });
}

/// Null if the call takes none, or several.
Value stackOf(func::CallOp call) {
  auto stacks =
      llvm::make_filter_range(call.getOperands(), [](Value x) { return isStack(x.getType()); });
  return llvm::hasSingleElement(stacks) ? *stacks.begin() : Value();
}

/// Whether the function that the op is in pushes something more on the stack before it ends: so it
/// is known afterwards where the frames are that were pushed until then.
bool pushesLater(Operation *op, Value stack) {
  for (; !isa<func::FuncOp>(op); op = op->getParentOp())
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      if (auto push = dyn_cast<flow::PushBackOp>(next); push && push.getStack() == stack)
        return true;
  return false;
}

//--- what is worth a task

/// Of the function and those it calls.
struct Properties {
  double work = 0;
  unsigned steps = 0;
  bool prints = false, isRepeated = false; // in a loop, or as it calls itself

  explicit Properties(func::FuncOp function) : isRepeated(isRecursive(function)) {
    for (func::FuncOp each : reachedFrom(function)) {
      work += workOf(each);
      each.walk([&](Operation *op) {
        ++steps;
        prints |= isa<flow::PrintOp>(op);
        auto structured = dyn_cast<flow::Structured>(op);
        isRepeated |= structured && structured.isLoop();
      });
    }
  }

  bool isWorthATask() const { return !prints && (isRepeated || work >= workOfTask); }
  /// How many steps are.
  int64_t stepsOfTask() const {
    return work >= workOfTask ? 0 : int64_t(cotan::stepsOfTask * std::min(1.0, steps / work));
  }
};

int64_t bytesOfTensors(Operation *op) {
  int64_t bytes = 0;
  for (Type type : op->getResultTypes())
    if (isTensor(type))
      bytes +=
          cast<RankedTensorType>(type).hasStaticShape() ? bytesOfTensor(type) : mostGatheredBytes;
  return bytes;
}

/// Also what ops in its regions read.
bool readsAnyOf(Operation *op, const DenseSet<Operation *> &makers) {
  return op
      ->walk([&](Operation *inner) {
        const bool reads = llvm::any_of(inner->getOperands(), [&](Value operand) {
          return makers.contains(operand.getDefiningOp());
        });
        return reads ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Brings the calls of a function's blocks together.
class Gatherer {
public:
  void run(Block &block) {
    for (Operation *op = &block.front(); op != &block.back(); op = op->getNextNode()) {
      auto first = dyn_cast<func::CallOp>(op);
      const Properties *properties = first ? taskOf(first) : nullptr;
      if (!properties)
        continue;
      SmallVector<func::CallOp> calls = gather(first);
      if (calls.size() < 2)
        continue;
      Builder b(op->getContext());
      op->setAttr(countName, b.getI64IntegerAttr(calls.size()));
      op->setAttr(stepsName, b.getI64IntegerAttr(properties->stepsOfTask()));
      op = calls.back();
    }
  }

private:
  /// Null if the call cannot be a task.
  const Properties *taskOf(func::CallOp call) {
    const FlatSymbolRefAttr name = call.getCalleeAttr();
    auto found = known.find(name);
    if (found == known.end())
      found = known.try_emplace(name, Properties(functionNamed(call, name))).first;
    const std::optional<abi::StackUse> use = stackUseOf(call);
    const bool mayRun = use && (*use != abi::StackUse::pushes || pushesLater(call, stackOf(call)));
    return mayRun && found->second.isWorthATask() ? &found->second : nullptr;
  }

  /// The first call, and others behind it that it is brought together with. What needs a result of
  /// them stays where it is; the others are free to move before them.
  SmallVector<func::CallOp> gather(func::CallOp first) {
    SmallVector<func::CallOp> calls = {first};
    const Value stack = stackOf(first);
    const size_t most = stack ? 2 : mostGathered; // the border between frames is of two
    DenseSet<Operation *> staying = {first};
    SmallVector<Operation *> free;
    int64_t bytes = 0;
    Operation *next = first->getNextNode();
    for (unsigned i = 0;
         i < longestWayToCall && calls.size() < most && !next->hasTrait<OpTrait::IsTerminator>();
         ++i) {
      Operation *op = next;
      next = op->getNextNode();
      auto call = dyn_cast<func::CallOp>(op);
      const bool isTask = call && stackOf(call) == stack && taskOf(call);
      if (!isTask && !isMemoryEffectFree(op))
        break;
      if (readsAnyOf(op, staying)) {
        if (isTask && stack)
          break;
        staying.insert(op);
      } else if (isTask && tryMove(call, calls, free, bytes)) {
        calls.push_back(call);
        staying.insert(call);
      } else if (isTask) {
        break;
      } else {
        free.push_back(op);
      }
    }
    return calls;
  }

  /// Moves the call behind the others, and what it needs of the free ops before them.
  static bool tryMove(func::CallOp call, ArrayRef<func::CallOp> calls,
                      SmallVector<Operation *> &free, int64_t &bytes) {
    DenseSet<Operation *> makers;
    auto addMakers = [&](Operation *reader) {
      reader->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          makers.insert(operand.getDefiningOp());
      });
    };
    addMakers(call);
    SmallVector<Operation *> needed, others;
    int64_t more = 0;
    for (Operation *earlier : llvm::reverse(free)) {
      const bool isNeeded = makers.contains(earlier);
      (isNeeded ? needed : others).push_back(earlier);
      if (!isNeeded)
        continue;
      addMakers(earlier);
      more += bytesOfTensors(earlier);
    }
    if (bytes + more > mostGatheredBytes)
      return false;
    bytes += more;
    call->moveAfter(func::CallOp(calls.back()));
    for (Operation *maker : llvm::reverse(needed))
      maker->moveBefore(func::CallOp(calls.front()));
    free.assign(others.rbegin(), others.rend());
    return true;
  }

  DenseMap<Attribute, Properties> known; // by name: calls are looked at again and again
};

struct GatherCallsPass : PassWrapper<GatherCallsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GatherCallsPass)
  StringRef getArgument() const override { return "gather-calls"; }
  StringRef getDescription() const override {
    return "Bring together calls of functions that can run at the same time";
  }
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      gatherCalls(function);
  }
};

} // namespace

std::optional<abi::StackUse> stackUseOf(func::CallOp call) {
  if (llvm::none_of(call.getOperandTypes(), isStack))
    return abi::StackUse::none;
  const Value stack = stackOf(call);
  if (!stack || llvm::any_of(call.getResultTypes(), isStack))
    return std::nullopt;
  const auto place = llvm::find(call.getOperands(), stack) - call.getOperands().begin();
  const Value inside = functionNamed(call, call.getCalleeAttr()).getArgument(place);
  for (abi::StackUse use : {abi::StackUse::pushes, abi::StackUse::pops}) {
    llvm::DenseSet<Value> asked;
    if (allUsesAre(use, inside, asked))
      return use;
  }
  return std::nullopt;
}

CallsTogether::CallsTogether(Operation *op) {
  auto count = op->getAttrOfType<IntegerAttr>(countName);
  if (!count)
    return;
  steps = op->getAttrOfType<IntegerAttr>(stepsName).getInt();
  for (int64_t i = 0; i < count.getInt(); ++i, op = op->getNextNode())
    calls.push_back(cast<func::CallOp>(op));
}

bool offersNowAndThen(func::FuncOp function) {
  return function
      .walk([](func::CallOp call) {
        return CallsTogether(call).steps > 0 ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void gatherCalls(func::FuncOp function) {
  Gatherer gatherer;
  function.walk([&](Block *block) {
    if (llvm::any_of(*block, llvm::IsaPred<func::CallOp>))
      gatherer.run(*block);
  });
}

std::unique_ptr<Pass> createGatherCallsPass() { return std::make_unique<GatherCallsPass>(); }

} // namespace cotan
