#include "cotan/ir/cost.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace cotan {

static double elementsOf(TypeRange types) {
  constexpr double open = 64; // places along an axis
  double elements = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      double count = 1;
      for (int64_t size : tensor.getShape())
        count *= ShapedType::isDynamic(size) ? open : double(size);
      elements += count;
    }
  return elements;
}

double workOf(Operation *op) {
  double work = 0;
  op->walk([&](Operation *inner) {
    if (inner->getNumRegions() > 0 || inner->hasTrait<OpTrait::ConstantLike>())
      return;
    const double made = elementsOf(inner->getResultTypes());
    if (auto call = dyn_cast<CallsRuntime>(inner); call && !hasFormula(inner))
      work += made * call.runtimeCall().workPerElement;
    else
      work += inner->hasTrait<View>() ? 1 : std::max(made, elementsOf(inner->getOperandTypes()));
  });
  return work;
}

static bool hasLoop(func::FuncOp function) {
  return function.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool isBrief(func::FuncOp program) {
  double work = 0;
  for (func::FuncOp function : reachedFrom(program)) {
    work += workOf(function);
    if (work > workOfTask || hasLoop(function) || isRecursive(function))
      return false;
  }
  return true;
}

} // namespace cotan
