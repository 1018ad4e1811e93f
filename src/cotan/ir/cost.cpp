#include "cotan/ir/cost.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace cotan {

/// Open axes have `open` places.
static double elementsOf(TypeRange types, double open) {
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

static double mostElementsOf(Operation *op, double open) {
  return std::max(elementsOf(op->getResultTypes(), open), elementsOf(op->getOperandTypes(), open));
}

static bool takesTime(Operation *op) {
  return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::ConstantLike>();
}

static bool isRuntimeCall(Operation *op) { return isa<CallsRuntime>(op) && !hasFormula(op); }

double workOf(Operation *op) {
  constexpr double open = 64;
  double work = 0;
  op->walk([&](Operation *inner) {
    if (!takesTime(inner))
      return;
    if (isRuntimeCall(inner))
      work += elementsOf(inner->getResultTypes(), open) *
              cast<CallsRuntime>(inner).runtimeCall().workPerElement;
    else
      work += inner->hasTrait<View>() ? 1 : mostElementsOf(inner, open);
  });
  return work;
}

/// Of what is compiled: other code of the same program is as fast in what the runtime does.
static double compiledWorkOf(func::FuncOp function) {
  constexpr double open = 16; // arguments are small
  double work = 0;
  function.walk([&](Operation *inner) {
    if (takesTime(inner) && !isRuntimeCall(inner) && !inner->hasTrait<View>())
      work += mostElementsOf(inner, open);
  });
  return work;
}

static bool hasLoop(func::FuncOp function) {
  return function.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static int64_t countOps(func::FuncOp function) {
  int64_t count = 0;
  function.walk([&](Operation *) { ++count; });
  return count;
}

int64_t stepsOfBriefRun(func::FuncOp program) {
  constexpr double workOfRun = 16 * workOfTask, workOfStep = 4; // at least: it is counted, too
  double work = 0, compiledWork = 0;
  int64_t ops = 0;
  bool repeats = false;
  for (func::FuncOp function : reachedFrom(program)) {
    work += workOf(function);
    compiledWork += compiledWorkOf(function);
    ops += countOps(function);
    repeats = repeats || hasLoop(function) || isRecursive(function);
  }
  if (compiledWork > workOfTask)
    return 0;
  return repeats ? int64_t(workOfRun / std::max(work / double(ops), workOfStep)) : INT64_MAX;
}

} // namespace cotan
