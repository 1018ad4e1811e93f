#include "cotan/transforms/hoist_invariants.h"

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

/// Views, formulas, reductions and products. Other calls are left: a loop of no turns needs none.
bool isWorthMoving(Operation *op) {
  auto call = dyn_cast<CallsRuntime>(op);
  return op->hasTrait<View>() || hasFormula(op) || (call && call.runtimeCall().product);
}

bool isLargerThanOperands(Operation *op) {
  auto count = [](TypeRange types) {
    double elements = 0; // of huge tensors more than an integer holds
    for (Type type : types)
      elements += cast<RankedTensorType>(type).getNumElements();
    return elements;
  };
  return count(op->getResultTypes()) > count(op->getOperandTypes());
}

bool mayMove(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (op->getNumRegions() > 0 || !isPure(op) || !isWorthMoving(op))
    return false;
  return !hasFormula(op) || !isLargerThanOperands(op);
}

struct HoistInvariantsPass : PassWrapper<HoistInvariantsPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HoistInvariantsPass)
  StringRef getArgument() const override { return "hoist-invariants"; }
  StringRef getDescription() const override {
    return "Compute before a loop what is the same in all its turns";
  }
  void runOnOperation() override { hoistInvariants(getOperation()); }
};

} // namespace

void hoistInvariants(func::FuncOp function) {
  function.walk([](LoopLikeOpInterface loop) { // inner loops first
    auto isOutside = [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); };
    auto move = [&](Operation *op, Region *) { loop.moveOutOfLoop(op); };
    SmallVector<Region *> regions = loop.getLoopRegions();
    moveLoopInvariantCode(
        regions, isOutside, [](Operation *op, Region *) { return mayMove(op); }, move);
  });
}

std::unique_ptr<Pass> createHoistInvariantsPass() {
  return std::make_unique<HoistInvariantsPass>();
}

} // namespace cotan
