// Taking dead code out, and the two passes that are nothing but that.
#include "cotan/autodiff/call_pairs.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/liveness.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/stacks.h"

using namespace mlir;

namespace cotan {
namespace {

bool isInitBlock(Block *block) {
  auto op = dyn_cast<flow::Structured>(block->getParentOp());
  return op && block->getParent() == &op.getInit();
}

void eraseOps(func::FuncOp function, llvm::function_ref<bool(Operation *)> isDead) {
  SmallVector<Operation *> dead;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isInInit = isa<flow::CreateStackOp>(op) && op->getBlock()->getTerminator() &&
                    isInitBlock(op->getBlock()); // goes with its variable
    if (op == function || op->hasTrait<OpTrait::IsTerminator>() || isInInit || !isDead(op))
      return WalkResult::advance();
    dead.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *op : dead) {
    op->dropAllUses(); // by dead ops and dead variables only
    op->dropAllReferences();
  }
  for (Operation *op : dead)
    op->erase();
}

template <typename Slot> llvm::BitVector deadSlots(Operation *op, unsigned count, Slot isDead) {
  llvm::BitVector dead(count);
  for (unsigned k = 0; k < count; ++k)
    dead[k] = isDead(op, k);
  return dead;
}

/// Makes frames smaller: pushes and pops lose the slots that are not read.
void eraseSlots(func::FuncOp function, llvm::function_ref<bool(Operation *, unsigned)> isDead) {
  SmallVector<std::pair<Operation *, llvm::BitVector>> changes; // decided before anything changes
  function.walk([&](Operation *op) {
    if (!isa<flow::PushBackOp, flow::PopBackOp>(op))
      return;
    unsigned count = isa<flow::PopBackOp>(op) ? op->getNumResults() : op->getNumOperands() - 1;
    if (llvm::BitVector dead = deadSlots(op, count, isDead); dead.any())
      changes.push_back({op, dead});
  });
  for (auto &[op, dead] : changes) {
    if (isa<flow::PushBackOp>(op)) {
      llvm::BitVector operands(1);
      for (unsigned k = 0; k < dead.size(); ++k)
        operands.push_back(dead[k]);
      op->eraseOperands(operands);
      continue;
    }
    SmallVector<Type> types;
    for (unsigned k = 0; k < dead.size(); ++k)
      if (!dead[k])
        types.push_back(op->getResult(k).getType());
    OpBuilder builder(op);
    auto pop = flow::PopBackOp::create(builder, op->getLoc(), types, op->getOperand(0));
    for (unsigned k = 0, next = 0; k < dead.size(); ++k) {
      if (dead[k])
        op->getResult(k).dropAllUses();
      else
        op->getResult(k).replaceAllUsesWith(pop->getResult(next++));
    }
    op->erase();
  }
}

void eraseVariables(func::FuncOp function,
                    llvm::function_ref<bool(flow::Structured, unsigned)> isDead) {
  SmallVector<std::pair<flow::Structured, llvm::BitVector>> changes;
  function.walk([&](flow::Structured op) {
    llvm::BitVector dead(op->getNumResults());
    for (unsigned j = 0; j < dead.size(); ++j)
      dead[j] = isDead(op, j);
    if (dead.any())
      changes.push_back({op, dead});
  });
  for (auto &[op, dead] : changes) // dead variables may start from each other
    for (unsigned j : dead.set_bits()) {
      flow::Variable variable = flow::variableOf(op, j);
      variable.result.dropAllUses();
      for (BlockArgument arg : variable.args)
        arg.dropAllUses();
    }
  IRRewriter rewriter(function.getContext());
  for (auto &[op, dead] : changes)
    flow::eraseVariables(rewriter, op, dead);
}

SmallVector<Value> returned(func::FuncOp function) {
  return SmallVector<Value>(function.front().getTerminator()->getOperands());
}

} // namespace

void erase(func::FuncOp function, const Dead &dead) {
  // What is dead is named by its op, so ops that are rebuilt come last.
  eraseOps(function, dead.op);
  eraseSlots(function, dead.slot);
  eraseVariables(function, dead.variable);
}

//--- New code

void NewCode::start(func::FuncOp function) {
  function.walk([&](Operation *op) {
    if (!op->hasAttr(residualsMark)) // step 1 of the derivative; another push takes its place
      old.insert(op);
  });
  for (flow::Structured op : appended)
    withAppended.insert(op);
}

bool NewCode::isNew(flow::Structured op, unsigned j) const {
  return isNew(op.getOperation()) || (withAppended.contains(op) && j + 1 == op->getNumResults());
}

void eraseDeadNewCode(func::FuncOp function, const NewCode &newCode) {
  StackClasses classes(function);
  Pairing pairing(function, classes);
  Liveness live(function, classes, pairing, returned(function));
  erase(function, {[&](Operation *op) { return newCode.isNew(op) && !live.isLive(op); },
                   [&](flow::Structured op, unsigned j) {
                     return newCode.isNew(op, j) && !live.isLiveVariable(op, j);
                   },
                   [&](Operation *op, unsigned k) {
                     return newCode.isNew(op) && live.isLive(op) && !live.isLiveSlot(op, k);
                   }});
}

//--- Passes

static void prune(func::FuncOp function, Effects effects) {
  StackClasses classes(function);
  Pairing pairing(function, classes);
  Liveness live(function, classes, pairing, returned(function), effects);
  erase(function,
        {[&](Operation *op) { return !live.isLive(op); },
         [&](flow::Structured op, unsigned j) {
           return live.isLive(op) && !live.isLiveVariable(op, j);
         },
         [&](Operation *op, unsigned k) { return live.isLive(op) && !live.isLiveSlot(op, k); }});
}

void pruneStacks(func::FuncOp function) { prune(function, Effects::all); }

static void dropDerivativeResults(func::FuncOp function) {
  llvm::BitVector results(function.getNumResults());
  for (unsigned i = 0; i < results.size(); ++i)
    results[i] = bool(function.getResultAttr(i, orderName));
  function.front().getTerminator()->eraseOperands(results);
  (void)function.eraseResults(results);
}

static void dropSeedArguments(func::FuncOp function) {
  llvm::BitVector args(function.getNumArguments());
  for (unsigned i = 0; i < args.size(); ++i)
    args[i] = bool(function.getArgAttr(i, orderName)) && function.getArgument(i).use_empty();
  (void)function.eraseArguments(args);
}

/// The dead ops of a function, and the values that they, dead slots and dead variables use.
static std::pair<SmallVector<Operation *>, SmallVector<Value>> deadCode(func::FuncOp function,
                                                                        const Liveness &live) {
  SmallVector<Operation *> ops;
  SmallVector<Value> used;
  function.walk([&](Operation *op) {
    if (op == function || op->hasTrait<OpTrait::IsTerminator>())
      return;
    if (!live.isLive(op)) {
      ops.push_back(op);
      llvm::append_range(used, op->getOperands());
    }
    if (auto push = dyn_cast<flow::PushBackOp>(op))
      for (auto [k, value] : llvm::enumerate(push.getValues()))
        if (!live.isLiveSlot(op, k))
          used.push_back(value);
    if (auto structured = dyn_cast<flow::Structured>(op))
      for (unsigned j = 0; j < op->getNumResults(); ++j)
        if (flow::Variable variable = flow::variableOf(structured, j);
            !live.isLiveVariable(structured, j)) {
          if (variable.start)
            used.push_back(variable.start->get());
          for (OpOperand *yield : variable.yields)
            used.push_back(yield->get());
        }
  });
  return {ops, used};
}

void removeBackward(func::FuncOp function) {
  SmallVector<Value> all = returned(function), primal;
  for (auto [i, value] : llvm::enumerate(all))
    if (!function.getResultAttr(i, orderName))
      primal.push_back(value);
  if (primal.size() == all.size()) { // the results are gone already: what is dead served them
    prune(function, Effects::primal);
    forgetResiduals(function);
    forgetForwards(function);
    return dropSeedArguments(function);
  }
  StackClasses classes(function);
  Pairing pairing(function, classes);
  Liveness with(function, classes, pairing, all);
  // Only what the derivatives keep alive goes: code that was dead before is the user's, and so is
  // what it uses, should a derivative read that, too.
  auto [deadOps, usedByDead] = deadCode(function, with);
  llvm::append_range(primal, usedByDead);
  Liveness without(function, classes, pairing, primal, Effects::primal, deadOps);
  dropDerivativeResults(function);
  erase(function, {[&](Operation *op) { return with.isLive(op) && !without.isLive(op); },
                   [&](flow::Structured op, unsigned j) {
                     return with.isLiveVariable(op, j) && !without.isLiveVariable(op, j);
                   },
                   [&](Operation *op, unsigned k) {
                     return without.isLive(op) && with.isLiveSlot(op, k) &&
                            !without.isLiveSlot(op, k);
                   }});
  forgetResiduals(function);
  forgetForwards(function);
  dropSeedArguments(function);
}

LogicalResult verifyStacks(func::FuncOp function, bool allowUnread) {
  StackClasses classes(function);
  if (classes.leaders().empty()) // nor blocks that would have to be lifted first
    return success();
  if (failed(checkBody(function)))
    return failure();
  Pairing pairing(function, classes);
  for (const Pairing::Problem &problem : pairing.problems()) {
    InFlightDiagnostic error = problem.op->emitError("'")
                               << problem.op->getName() << "' " << problem.message;
    for (const Pairing::Problem::Note &note : problem.notes)
      error.attachNote(note.location) << note.text;
  }
  bool failed = !pairing.problems().empty();
  auto isPop = [](Operation *use) { return isa<flow::PopBackOp>(use); };
  for (auto [push, leader] : pairing.neverPopped()) {
    if (allowUnread && llvm::none_of(classes.uses(leader), isPop) &&
        !pairing.isInPoppedFrame(leader))
      continue;
    push->emitError("'") << push->getName() << "' pushes what is never popped";
    failed = true;
  }
  return failure(failed);
}

} // namespace cotan
