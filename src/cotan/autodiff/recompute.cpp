#include "cotan/autodiff/recompute.h"

#include "cotan/autodiff/pairing.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace cotan {
namespace {

/// The frame of one push and its pop.
class Frame {
public:
  Frame(flow::PushBackOp push, flow::PopBackOp pop, DominanceInfo &dominance)
      : push(push), pop(pop), values(llvm::from_range, push.getValues()), dominance(dominance) {}

  void run() {
    if (values.size() != push.getValues().size())
      return; // merged by others
    llvm::SetVector<unsigned> again;
    for (unsigned i : byPosition())
      if (canRecompute(i))
        again.insert(i);
    if (again.size() == values.size())
      again.pop_back(); // a frame without values would only be counted
    if (!again.empty())
      rewrite(again);
  }

private:
  /// The fields, those computed last first: what they are computed of may be computed again itself.
  SmallVector<unsigned> byPosition() {
    SmallVector<unsigned> fields;
    for (auto [i, value] : llvm::enumerate(push.getValues()))
      if (value.getDefiningOp() && isCheap(value.getDefiningOp()) &&
          value.getDefiningOp()->getBlock() == push->getBlock())
        fields.push_back(i);
    llvm::sort(fields, [&](unsigned a, unsigned b) {
      return push.getValues()[b].getDefiningOp()->isBeforeInBlock(
          push.getValues()[a].getDefiningOp());
    });
    return fields;
  }

  bool canRecompute(unsigned field) {
    Operation *op = push.getValues()[field].getDefiningOp();
    return op->getNumResults() == 1 && llvm::all_of(op->getOperands(), [&](Value operand) {
             return values.contains(operand) || dominance.properlyDominates(operand, pop);
           });
  }

  void rewrite(const llvm::SetVector<unsigned> &again) {
    OpBuilder builder(pop->getContext());
    builder.setInsertionPointAfter(pop);
    SmallVector<Value> kept;
    SmallVector<Type> types;
    for (auto [i, value] : llvm::enumerate(push.getValues()))
      if (!again.contains(i)) {
        kept.push_back(value);
        types.push_back(value.getType());
      }
    auto fresh = flow::PopBackOp::create(builder, pop.getLoc(), types, pop.getStack());
    IRMapping popped;
    unsigned next = 0;
    for (auto [i, value] : llvm::enumerate(push.getValues()))
      if (!again.contains(i))
        popped.map(value, fresh.getValues()[next++]);
    for (unsigned i : llvm::reverse(again)) // those computed first come first
      builder.clone(*push.getValues()[i].getDefiningOp(), popped);
    for (auto [value, old] : llvm::zip_equal(push.getValues(), pop.getValues()))
      old.replaceAllUsesWith(popped.lookup(value));
    push.getValuesMutable().assign(kept);
    pop.erase();
  }

  flow::PushBackOp push;
  flow::PopBackOp pop;
  llvm::DenseSet<Value> values; // of the push
  DominanceInfo &dominance;
};

} // namespace

void recomputeResiduals(func::FuncOp function) {
  auto pushes = opsIn<flow::PushBackOp>(
      function, [](flow::PushBackOp push) { return push.getValues().size() > 1; });
  if (pushes.empty())
    return;
  StackClasses classes(function);
  Pairing pairing(function, classes);
  if (!pairing.problems().empty())
    return;
  DominanceInfo dominance(function);
  for (flow::PushBackOp push : pushes) {
    auto pop = dyn_cast_or_null<flow::PopBackOp>(pairing.partnerOf(push));
    if (pop && pairing.partnerOf(pop) == push)
      Frame(push, pop, dominance).run();
  }
}

} // namespace cotan
