#include "cotan/batching/turn_masks.h"

#include "cotan/ir/flow/variables.h"

using namespace mlir;

namespace cotan {
namespace {

/// Whether op, or one in it, moves frames of this class or asks for them.
bool touches(Operation *op, Value leader, const StackClasses &classes) {
  return op
      ->walk([&](Operation *inner) {
        bool uses = isa<flow::PushBackOp, flow::PopBackOp, flow::IsEmptyOp>(inner) &&
                    classes.leader(inner->getOperand(0)) == leader;
        return uses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether running the region for a lane without need changes nothing: it hands on what it takes.
bool isIdle(flow::Structured loop, Region &region) {
  for (unsigned j = 0; j < loop->getNumResults(); ++j)
    if (flow::yieldOf(region, j).get() != flow::argumentOf(loop, region, j))
      return false;
  return llvm::none_of(region.front(), [](Operation &op) {
    return isa<flow::PushBackOp, flow::PopBackOp>(op) || op.getNumRegions() > 0;
  });
}

/// A loop that empties a stack, and the loop that fills it.
class MirroredLoops {
public:
  MirroredLoops(flow::WhileOp filler, flow::WhileOp drainer, const StackClasses &classes,
                const Pairing &pairing)
      : filler(filler), drainer(drainer), classes(classes), pairing(pairing) {}

  /// A frame that region `i` of the drainer pops before it does anything else with the stack, and
  /// that region `i` of the filler pushes.
  flow::PopBackOp frameOf(unsigned i) {
    Block &block = drainer->getRegion(i).front();
    for (auto pop : block.getOps<flow::PopBackOp>()) {
      Operation *push = pairing.partnerOf(pop);
      Value leader = classes.leader(pop.getStack());
      auto isEarlier = [&](Operation &op) {
        return op.isBeforeInBlock(pop) && touches(&op, leader, classes);
      };
      if (push && push->getParentRegion() == &filler->getRegion(i) &&
          llvm::none_of(block, isEarlier))
        return pop;
    }
    return nullptr;
  }

  /// Adds an empty frame to region `i`, on a stack that the other region uses.
  bool addFrame(unsigned i) {
    flow::PopBackOp pop = frameOf(3 - i);
    if (!pop)
      return false;
    auto push = cast<flow::PushBackOp>(pairing.partnerOf(pop));
    OpBuilder builder(filler->getRegion(i).front().getTerminator());
    flow::PushBackOp::create(builder, filler.getLoc(), seenFrom(filler, i, push.getStack()),
                             ValueRange());
    builder.setInsertionPointToStart(&drainer->getRegion(i).front());
    flow::PopBackOp::create(builder, drainer.getLoc(), TypeRange(),
                            seenFrom(drainer, i, pop.getStack()));
    return true;
  }

private:
  /// A stack that the other region uses, as region `i` knows it.
  static Value seenFrom(flow::WhileOp loop, unsigned i, Value stack) {
    auto arg = dyn_cast<BlockArgument>(stack);
    if (!arg || arg.getParentRegion() != &loop->getRegion(3 - i))
      return stack;
    return loop->getRegion(i).getArgument(arg.getArgNumber());
  }

  flow::WhileOp filler, drainer;
  const StackClasses &classes;
  const Pairing &pairing;
};

} // namespace

bool decidesByLane(flow::WhileOp loop, const BatchedValues &batched) {
  auto end = cast<flow::CondYieldOp>(loop.getCond().front().getTerminator());
  return batched.contains(end.getCondition());
}

FailureOr<TurnMasks> TurnMasks::find(func::FuncOp function, const StackClasses &classes,
                                     const Pairing &pairing, const BatchedValues &batched,
                                     bool &changed) {
  TurnMasks masks;
  for (auto [pusher, popper] : pairing.mirrored()) {
    auto filler = dyn_cast<flow::WhileOp>(pusher), drainer = dyn_cast<flow::WhileOp>(popper);
    if (!filler || !drainer || !batched.isMasked(drainer) || decidesByLane(drainer, batched))
      continue;
    MirroredLoops loops(filler, drainer, classes, pairing);
    for (unsigned i : {1, 2}) { // cond, body
      Region &region = drainer->getRegion(i);
      if (masks.sourceOf(region) || isIdle(drainer, region))
        continue;
      if (flow::PopBackOp pop = loops.frameOf(i)) {
        masks.sources[&region] = pop;
        masks.holders.insert(pop);
        masks.holders.insert(pairing.partnerOf(pop));
        continue;
      }
      if (!loops.addFrame(i))
        return drainer.emitError("for which lanes of a batch a turn is cannot be told: no frame is "
                                 "pushed once per turn by the loop that fills the stack");
      changed = true;
      return masks;
    }
  }
  return masks;
}

} // namespace cotan
