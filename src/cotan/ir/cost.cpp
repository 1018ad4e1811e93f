#include "cotan/ir/cost.h"

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

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

} // namespace cotan
