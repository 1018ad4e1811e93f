#include "cotan/ir/flow/simplify_variables.h"

#include "cotan/ir/flow/variables.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan::flow {
namespace {

bool isOutside(Structured op, Value value) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

/// A value that is the same as variable `j` throughout and visible outside the op; null if none.
Value replacementOf(Structured op, const Variable &variable) {
  Value same;
  if (op.isLoop()) {
    if (!variable.start)
      return nullptr;
    same = variable.start->get();
  }
  for (OpOperand *yield : variable.yields) {
    Value value = yield->get();
    if (llvm::is_contained(variable.args, value) || value == same)
      continue;
    if (same || !isOutside(op, value))
      return nullptr;
    same = value;
  }
  return same;
}

} // namespace

// before: %r = flow.while (%x) ... cond_yield %c, %a ... yield %b   (a, b the arguments)
// after:  every use of %r, %a and %b is %x
LogicalResult forwardUnchanged(Structured op, PatternRewriter &rewriter) {
  bool changed = false;
  for (unsigned j = 0; j < op->getNumResults() - numInitStacks(op); ++j) {
    Variable variable = variableOf(op, j);
    Value value = replacementOf(op, variable);
    if (!value)
      continue;
    // The terminators keep handing the variable on until it is found dead.
    auto isReal = [&](OpOperand &use) { return !llvm::is_contained(variable.yields, &use); };
    SmallVector<Value> aliases(variable.args.begin(), variable.args.end());
    aliases.push_back(variable.result);
    for (Value alias : aliases) {
      if (!llvm::any_of(alias.getUses(), isReal))
        continue;
      rewriter.replaceUsesWithIf(alias, value, isReal);
      changed = true;
    }
  }
  return success(changed);
}

namespace {

/// Where control arrives with the variables: the values that stand for them there, one list for
/// each of the places that get the same, and what is handed on to them from each way in.
struct Arrival {
  SmallVector<ValueRange, 2> places;
  SmallVector<OperandRange, 2> ways;
};

SmallVector<Arrival, 2> arrivalsOf(Structured op) {
  Operation *plain = op;
  unsigned count = op->getNumResults() - numInitStacks(op);
  auto yieldsOf = [&](Region &region) {
    Operation *end = region.front().getTerminator();
    return end->getOperands().drop_front(isa<CondYieldOp>(end) ? 1 : 0).take_front(count);
  };
  auto argsOf = [&](Region &region) {
    return ValueRange(region.getArguments().drop_front(op.getNumExtraArguments(region)))
        .take_front(count);
  };
  ValueRange results = ValueRange(op->getResults()).take_front(count);
  if (auto loop = dyn_cast<WhileOp>(plain))
    return {{{argsOf(loop.getCond())}, {loop.getInitial(), yieldsOf(loop.getBody())}},
            {{argsOf(loop.getBody()), results}, {yieldsOf(loop.getCond())}}};
  if (auto loop = dyn_cast<ForOp>(plain))
    return {{{argsOf(loop.getBody()), results}, {loop.getInitial(), yieldsOf(loop.getBody())}}};
  Arrival end{{results}, {}};
  if (count > 0)
    for (Region *region : bodiesOf(op))
      end.ways.push_back(yieldsOf(*region));
  return {end};
}

} // namespace

// before: %r:2 = flow.if %c { yield %a, %a } else { yield %b, %b }
// after:  every use of %r#1 is %r#0
LogicalResult mergeEqual(Structured op, PatternRewriter &rewriter) {
  bool changed = false;
  for (const Arrival &arrival : arrivalsOf(op)) {
    unsigned count = arrival.places.front().size();
    llvm::DenseMap<Value, SmallVector<unsigned, 1>> seen; // by the value of the first way in
    for (unsigned j = 0; j < count; ++j) {
      auto &candidates = seen[arrival.ways.front()[j]];
      auto equals = [&](unsigned i) {
        return llvm::all_of(arrival.ways, [&](OperandRange way) { return way[i] == way[j]; });
      };
      auto twin = llvm::find_if(candidates, equals);
      bool passesOuter = arrival.ways.size() == 1 && isOutside(op, arrival.ways.front()[j]);
      if (twin == candidates.end() && !passesOuter) {
        candidates.push_back(j);
        continue;
      }
      for (ValueRange place : arrival.places) {
        if (place[j].use_empty())
          continue;
        rewriter.replaceAllUsesWith(place[j], passesOuter ? arrival.ways.front()[j] : place[*twin]);
        changed = true;
      }
    }
  }
  return success(changed);
}

namespace {

/// Finds the variables of a loop whose values reach neither a used result, the condition, an
/// effect, nor another live variable. Nested ops are taken whole.
class LiveVariables {
public:
  explicit LiveVariables(Structured op) : op(op), dead(op->getNumResults(), true) {}

  llvm::BitVector findDead() {
    for (unsigned j = 0; j < dead.size(); ++j)
      if (!op->getResult(j).use_empty() || isStackInUse(j))
        revive(j);
    for (Region *region : bodiesOf(op)) {
      if (auto end = dyn_cast<CondYieldOp>(region->front().getTerminator()))
        mark(end.getCondition());
      for (Operation &inner : region->front().without_terminator())
        if (!isMemoryEffectFree(&inner))
          markUses(&inner);
    }
    while (!work.empty())
      follow(work.pop_back_val());
    return dead;
  }

private:
  void mark(Value value) {
    if (live.insert(value).second)
      work.push_back(value);
  }

  void markUses(Operation *inner) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(inner->getRegions(), captured);
    llvm::for_each(inner->getOperands(), [&](Value value) { mark(value); });
    llvm::for_each(captured, [&](Value value) { mark(value); });
  }

  void revive(unsigned j) {
    if (!dead.test(j))
      return;
    dead.reset(j);
    for (OpOperand *yield : variableOf(op, j).yields)
      mark(yield->get());
  }

  void follow(Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    if (!arg) {
      if (op->isProperAncestor(value.getDefiningOp()))
        markUses(value.getDefiningOp());
      return;
    }
    if (arg.getOwner()->getParentOp() != op)
      return;
    int j = int(arg.getArgNumber()) - int(op.getNumExtraArguments(*arg.getParentRegion()));
    if (j >= 0)
      revive(j);
  }

  /// A stack made by `init` has no outer value that could stand for it where dead code still
  /// mentions it.
  bool isStackInUse(unsigned j) {
    Variable variable = variableOf(op, j);
    auto isReal = [&](OpOperand &use) { return !llvm::is_contained(variable.yields, &use); };
    return !variable.start && llvm::any_of(variable.args, [&](BlockArgument arg) {
      return llvm::any_of(arg.getUses(), isReal);
    });
  }

  Structured op;
  llvm::BitVector dead;
  llvm::DenseSet<Value> live;
  SmallVector<Value> work;
};

llvm::BitVector deadInBranch(Structured op) {
  llvm::BitVector dead(op->getNumResults());
  for (unsigned j = 0; j < dead.size(); ++j) {
    Variable variable = variableOf(op, j);
    auto handsOn = [&](OpOperand &use) { return llvm::is_contained(variable.yields, &use); };
    dead[j] = variable.result.use_empty() && llvm::all_of(variable.args, [&](BlockArgument arg) {
                return llvm::all_of(arg.getUses(), handsOn);
              });
  }
  return dead;
}

} // namespace

// before: %r:2 = flow.while (%x, %unused) ...
// after:  %r = flow.while (%x) ...
LogicalResult eraseDead(Structured op, PatternRewriter &rewriter) {
  llvm::BitVector dead = op.isLoop() ? LiveVariables(op).findDead() : deadInBranch(op);
  if (dead.none())
    return failure();
  // What still computes with a dead variable is itself dead; any value of its type will do.
  for (unsigned j : dead.set_bits()) {
    Variable variable = variableOf(op, j);
    if (variable.start)
      for (BlockArgument arg : variable.args)
        rewriter.replaceAllUsesWith(arg, variable.start->get());
  }
  eraseVariables(rewriter, op, dead);
  return success();
}

} // namespace cotan::flow
