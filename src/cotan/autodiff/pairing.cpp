#include "cotan/autodiff/pairing.h"

#include "cotan/autodiff/names.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {

Pairing::Pairing(func::FuncOp function, const StackClasses &classes) : classes(classes) {
  if (classes.leaders().empty() || !checkJoins())
    return;
  checkUses(function);
  function.walk([&](flow::PopBackOp pop) {
    for (Value value : pop.getValues())
      if (isa<flow::StackType>(value.getType()))
        popped.insert(classes.leader(value));
  });
  for (Value leader : classes.leaders())
    collect(leader);
  // A stack made here starts a chain; one that was popped out of a frame continues another's.
  for (Value leader : classes.leaders())
    if (!popped.contains(leader))
      startChain(leader);
  solve();
  for (Value leader : classes.leaders())
    leftOver.append(chains.lookup(leader));
}

const Pairing::Drain *Pairing::drainOf(Operation *isEmpty) const {
  auto at = drainsByTest.find(isEmpty);
  return at == drainsByTest.end() ? nullptr : &at->second;
}

bool Pairing::isInPoppedFrame(Value leader) const {
  return popped.contains(leader) ||
         llvm::any_of(classes.holders(leader), [&](Operation *push) { return partnerOf(push); });
}

void Pairing::report(Operation *op, std::string message, SmallVector<Problem::Note, 2> notes) {
  found.push_back({op, std::move(message), std::move(notes)});
}

static Pairing::Problem::Note pushIsHere(Operation *push) {
  return {push->getLoc(), "the push is here"};
}

/// Whether each class is one stack.
bool Pairing::checkJoins() {
  for (const StackClasses::Join &join : classes.joins())
    report(
        join.op,
        "hands on two stacks under one name, so which pop belongs to which push cannot be told; "
        "hand on the same stack in every region and every turn",
        {{join.one.getLoc(), "one comes from here"}, {join.other.getLoc(), "the other from here"}});
  return classes.joins().empty();
}

/// What a call does to a stack is known where a derivative has made the function.
static bool isOfPair(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && functionNamed(call, call.getCalleeAttr())->hasAttr(pairMark);
}

/// Other ops than those of flow may do anything to a stack.
void Pairing::checkUses(func::FuncOp function) {
  if (llvm::any_of(function.getArguments(), flow::isStack))
    report(function,
           "takes a stack, and what is on it is not known; inline the function where it is "
           "called (--inline)");
  function.walk([&](Operation *op) {
    if (op == function ||
        isa<flow::Structured, flow::CreateStackOp, flow::PushBackOp, flow::PopBackOp,
            flow::IsEmptyOp>(op) ||
        isOfPair(op))
      return;
    if (op->hasTrait<OpTrait::IsTerminator>() && isa<flow::Structured>(op->getParentOp()))
      return;
    bool uses = llvm::any_of(op->getOperands(), flow::isStack) ||
                llvm::any_of(op->getResults(), flow::isStack);
    if (op->getNumRegions() > 0 && !isa<flow::ScanOp>(op)) {
      llvm::SetVector<Value> captured;
      getUsedValuesDefinedAbove(op->getRegions(), captured);
      uses |= llvm::any_of(captured, flow::isStack);
    }
    if (!uses)
      return;
    bool inlines = isa<CallOpInterface, func::ReturnOp>(op);
    report(op, std::string("uses a stack in a way that is not known, so which pop belongs to which "
                           "push cannot be told") +
                   (inlines ? "; inline calls first (--inline)" : ""));
  });
}

//--- What each block does to a stack

/// Lists for each block the ops that move frames of the class, then reduces inner blocks first.
void Pairing::collect(Value leader) {
  Block *birth = classes.birthBlock(leader);
  llvm::MapVector<Block *, unsigned> depths;
  for (Operation *use : classes.uses(leader)) {
    if (isa<flow::IsEmptyOp>(use))
      continue;
    SmallVector<Block *> path;
    for (Operation *at = use;; at = at->getParentOp()) {
      path.push_back(at->getBlock());
      Ops &ops = touched[{leader, at->getBlock()}];
      bool isListed = !ops.empty() && ops.back() == at;
      if (!isListed)
        ops.push_back(at);
      if (isListed || at->getBlock() == birth)
        break;
    }
    unsigned depth = depths.lookup(path.back());
    for (Block *block : llvm::reverse(path))
      depths.insert({block, depth++});
  }
  SmallVector<std::pair<Block *, unsigned>> inner(depths.begin(), depths.end());
  llvm::sort(inner, [](auto &a, auto &b) { return a.second > b.second; });
  for (auto &[block, depth] : inner)
    reduce(leader, block);
}

Pairing::Effect Pairing::effectOf(Value leader, Region &region) {
  return region.empty() ? Effect() : effects.lookup({leader, &region.front()});
}

/// Pairs what the block pushes and pops itself; the rest is its effect.
void Pairing::reduce(Value leader, Block *block) {
  Effect effect;
  bool isStart = block == classes.birthBlock(leader) && !popped.contains(leader);
  auto take = [&](Operation *op) {
    if (effect.pushes.empty()) {
      effect.pops.push_back(op);
      return;
    }
    Operation *push = effect.pushes.pop_back_val();
    tasks.push_back(
        {push, op, leader, leader, isStart && effect.pushes.empty() && effect.pops.empty()});
  };
  for (Operation *op : touched[{leader, block}]) {
    if (isa<flow::PushBackOp>(op)) {
      effect.pushes.push_back(op);
      continue;
    }
    if (isa<flow::PopBackOp>(op)) {
      take(op);
      continue;
    }
    if (!isa<flow::Structured, flow::ScanOp>(op)) // reported by checkUses
      continue;
    bool pops = false, pushes = false;
    for (Region &region : op->getRegions()) {
      Effect inner = effectOf(leader, region);
      pops |= !inner.pops.empty();
      pushes |= !inner.pushes.empty();
    }
    if (pops && pushes)
      report(op, "pops frames that were on the stack before and leaves others on it; which pop "
                 "belongs to which push cannot be told");
    else if (pops)
      take(op);
    else if (pushes)
      effect.pushes.push_back(op);
  }
  effects[{leader, block}] = effect;
}

//--- The frames of a stack, from where it is made to where it is empty

void Pairing::startChain(Value leader) {
  Effect effect = effects.lookup({leader, classes.birthBlock(leader)});
  for (Operation *pop : effect.pops)
    report(pop, "pops a stack on which nothing has been pushed");
  for (Operation *push : effect.pushes)
    chains[leader].push_back({push, leader});
}

/// Whether a stack that is put into a frame is known by what pops it from then on: it is so put
/// once, in the block in which it is made, and not used later under the name it had.
bool Pairing::checkHandOver(flow::PushBackOp push, flow::PopBackOp pop, Value from) {
  auto refuse = [&](Operation *op, const char *message, Operation *other, const char *note) {
    report(op, message, {{other->getLoc(), note}});
    return false;
  };
  Block *birth = classes.birthBlock(from);
  if (push->getBlock() != birth)
    return refuse(push,
                  "puts a stack into a frame that is made outside this region; push it in the "
                  "block where it is made",
                  pop, "it is popped here");
  if (Operation *earlier = std::exchange(handedOver[from], push))
    return refuse(push, "puts a stack into a frame that is put into another one, too; push it once",
                  earlier, "the other push is here");
  ArrayRef<Operation *> uses = classes.uses(from);
  Operation *last = uses.empty() ? nullptr : birth->findAncestorOpInBlock(*uses.back());
  if (last && !last->isBeforeInBlock(push))
    return refuse(uses.back(),
                  "uses a stack that has been put into a frame; use what is popped "
                  "there instead",
                  push, "it was pushed here");
  return true;
}

/// The stack `from` was put into a frame and came out as `to`.
void Pairing::continueChain(Value from, Value to) {
  Frames frames = chains.lookup(from);
  chains.erase(from);
  Effect effect = effects.lookup({to, classes.birthBlock(to)});
  for (Operation *pop : effect.pops) {
    if (frames.empty()) {
      report(pop, "pops more frames than were pushed");
      continue;
    }
    auto [push, leader] = frames.pop_back_val();
    tasks.push_back({push, pop, leader, to, frames.empty()});
  }
  for (Operation *push : effect.pushes)
    frames.push_back({push, to});
  chains[to] = std::move(frames);
}

//--- Pairing

void Pairing::solve() {
  for (bool progress = true; progress;) {
    progress = false;
    std::vector<Task> open = std::exchange(tasks, {}), waiting;
    for (const Task &task : open) {
      if (attempt(task) == Outcome::later)
        waiting.push_back(task);
      else
        progress = true;
    }
    progress |= !tasks.empty();
    tasks.insert(tasks.end(), waiting.begin(), waiting.end());
  }
  for (const Task &task : tasks)
    report(task.pop,
           isa<LoopLikeOpInterface>(task.pop)
               ? "pops what another loop pushed, but that both run equally often, in opposite "
                 "directions, cannot be proved"
               : "pops what another branch pushed, but that both test the same condition cannot be "
                 "proved",
           {pushIsHere(task.push)});
}

Pairing::Outcome Pairing::attempt(const Task &task) {
  auto push = dyn_cast<flow::PushBackOp>(task.push);
  auto pop = dyn_cast<flow::PopBackOp>(task.pop);
  if (push && pop)
    return pair(push, pop);
  if (!push && !pop && task.push->getName() == task.pop->getName() &&
      task.push->getNumRegions() == task.pop->getNumRegions())
    return pairRegions(task);
  report(task.pop,
         "pops in another structure than pushes: a pop must mirror its push, region by "
         "region",
         {pushIsHere(task.push)});
  return Outcome::failed;
}

Pairing::Outcome Pairing::pair(flow::PushBackOp push, flow::PopBackOp pop) {
  if (push.getValues().getTypes() != pop.getResultTypes()) {
    std::string message;
    llvm::raw_string_ostream os(message);
    os << "pops (" << pop.getResultTypes() << "), but the frame holds ("
       << push.getValues().getTypes() << ")";
    report(pop, message, {pushIsHere(push)});
    return Outcome::failed;
  }
  partners[push] = pop;
  partners[pop] = push;
  for (auto [pushed, result] : llvm::zip_equal(push.getValues(), pop.getValues())) {
    equal.join(pushed, result);
    if (!isa<flow::StackType>(pushed.getType()))
      continue;
    Value from = classes.leader(pushed);
    if (!checkHandOver(push, pop, from))
      return Outcome::failed;
    continueChain(from, classes.leader(result));
  }
  return Outcome::done;
}

Pairing::Outcome Pairing::pairRegions(const Task &task) {
  if (isa<LoopLikeOpInterface>(task.push)) {
    if (!equal.areOpposite(task.push, task.pop)) {
      auto filler = dyn_cast<flow::WhileOp>(task.push), drainer = dyn_cast<flow::WhileOp>(task.pop);
      if (!filler || !drainer || !drains(task, filler, drainer))
        return Outcome::later;
      equal.joinOpposite(filler, drainer);
    }
  } else if (!equal.areEqual(task.push->getOperand(0), task.pop->getOperand(0))) {
    return Outcome::later;
  }
  mirrors.push_back({task.push, task.pop});
  auto filler = dyn_cast<flow::ForOp>(task.push), drainer = dyn_cast<flow::ForOp>(task.pop);
  if (filler && drainer) // turns that belong together have one index
    equal.join(filler.getBody().getArgument(0), drainer.getBody().getArgument(0));
  for (auto [i, regions] :
       llvm::enumerate(llvm::zip_equal(task.push->getRegions(), task.pop->getRegions()))) {
    Ops pushes = effectOf(task.pushLeader, std::get<0>(regions)).pushes;
    Ops pops = effectOf(task.leader, std::get<1>(regions)).pops;
    if (pushes.size() != pops.size()) {
      report(task.pop,
             "region #" + std::to_string(i) + " pops " + std::to_string(pops.size()) +
                 " frames, but " + std::to_string(pushes.size()) + " are pushed",
             {pushIsHere(task.push)});
      return Outcome::failed;
    }
    for (auto [push, pop] : llvm::zip_equal(llvm::reverse(pushes), pops))
      tasks.push_back({push, pop, task.pushLeader, task.leader, false});
  }
  return Outcome::done;
}

//--- Loops that run until a stack is empty

/// Whether `drainer` goes on while the stack that `filler` filled is not empty. Then it runs as
/// often: nothing lies beneath, each turn has a frame of its own, and cond's frame is off before
/// the test.
bool Pairing::drains(const Task &task, flow::WhileOp filler, flow::WhileOp drainer) {
  if (!task.atBottom)
    return false;
  Block &cond = drainer.getCond().front();
  Value negated = negatedBy(cast<flow::CondYieldOp>(cond.getTerminator()).getCondition());
  auto test = negated ? negated.getDefiningOp<flow::IsEmptyOp>() : nullptr;
  if (!test || test->getBlock() != &cond || classes.leader(test.getStack()) != task.leader)
    return false;
  for (Operation *pop : effectOf(task.leader, drainer.getCond()).pops)
    if (!pop->isBeforeInBlock(test))
      return false;
  bool counted = false;
  for (Region *region : flow::bodiesOf(filler))
    for (Operation *push : effectOf(task.pushLeader, *region).pushes)
      counted |= isa<flow::PushBackOp>(push);
  if (counted)
    drainsByTest[test] = {filler, drainer};
  return counted;
}

} // namespace cotan
